package words

import (
	"slices"
	"strings"
	"unicode"
)

// Identifier is a phone number, code or the like: text that a paraphrase would destroy.
type Identifier struct {
	Kind  string // phone, mail or id
	Value string // as it stands in the text
	Span
}

// The shapes of identifiers, in the order in which they claim a stretch of text. A group, where there
// is one, is the identifier; what stands before it says that it is one.
var identifierShapes = []struct {
	kind  string
	shape *Expression
}{
	{"", Lazy(`\bhttps?://\S+`)},
	{"", Lazy(`\b\d{4}-\d{2}-\d{2}\b`)},
	{"mail", Lazy(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)},
	{"id", Lazy(`\b(?:[A-Z0-9]+[-/])*[A-Z0-9]*(?:[A-Z][0-9]|[0-9][A-Z]|[A-Z][-/][0-9]|[0-9][-/][A-Z])[A-Z0-9]*(?:[-/][A-Z0-9]+)*\b`)},
	{"phone", Lazy(`(?:\+\d{1,3}[ .-]?)?\(?\d{2,5}\)?(?:[ .-]\d{2,6}){1,4}\b`)},
	{"id", Lazy(`\b[a-z0-9]+(?:_[a-z0-9]+)*_v\d+\b|\b[a-z]+(?:-[a-z]+)+-\d{1,3}\b`)},
	{"id", MustExpression(`\b(?:plate|licen[cs]e|passport|serial|reference|badge|ticket|flight|code)\b[^.!?\n\d]{0,30}?\b((?-i:[A-Z]{2,4}) \d{3,5})\b`)},
	{"id", MustExpression(`\b(?:codes?|pin|id|serial|reference|ref|ticket|invoice|account|policy|booking|plate|badge|extension|ext|number(?:'s| is|:))\b[^.!?\n\d]{0,30}?\b(\d[\d-]{2,11})\b`)},
	{"id", MustExpression(`\b(?:codes?|pin|number|serial|reference|extension)\b[^.!?\n]{0,40}?\bfrom \d[\d-]{2,11} to (\d[\d-]{2,11})\b`)},
	{"id", Lazy(`\b\d{6,}\b`)},
}

var (
	quantity = Lazy(`^\d+(?:\.\d+)?(?:[KMBX]|AM|PM|TH|ST|ND|RD|GB|MB|KG|KM|CM|MM|S)$|^[A-Z]{4,}-\d{1,2}$|^AES-\d+$|^Q[1-4]$`)
	yearSpan = Lazy(`^(?:19|20)\d\d[ .-](?:19|20)\d\d$`)
	grouped  = Lazy(`^\d{1,3}(?: \d{3})+$`)
)

// Identifiers finds what looks like an identifier, in the order of the text, without overlaps. It
// reads shapes, not meaning: a bare number of up to five digits counts only behind a word such as
// code or serial.
func Identifiers(text string) []Identifier {
	if !strings.ContainsAny(text, "0123456789@") {
		return nil
	}
	var out []Identifier
	for from := 0; from < len(text); {
		end := from + pieceEnd(text[from:])
		if piece := text[from:end]; strings.ContainsAny(piece, "0123456789@") {
			out = identifiersIn(out, text, Span{from, end})
		}
		from = end
	}
	out = slices.DeleteFunc(out, func(i Identifier) bool { return i.Kind == "" })
	slices.SortFunc(out, func(a, b Identifier) int { return a.Compare(b.Span) })
	return out
}

// pieceEnd is where the first sentence or line of a text ends, roughly. No identifier, and no word that says what it
// is, stands across one.
func pieceEnd(text string) int {
	for i := range len(text) {
		if text[i] == '\n' || i+1 < len(text) && text[i+1] == ' ' && (text[i] == '.' || text[i] == '!' || text[i] == '?') {
			return i + 1
		}
	}
	return len(text)
}

// identifiersIn adds the identifiers of a piece of a text.
func identifiersIn(out []Identifier, text string, piece Span) []Identifier {
	in, own := text[piece.Start:piece.End], len(out)
	for _, s := range identifierShapes {
		for _, at := range s.shape.FindAllStringSubmatchIndex(in, -1) {
			span := Span{piece.Start + at[0], piece.Start + at[1]}
			if len(at) > 2 && at[2] >= 0 {
				span = Span{piece.Start + at[2], piece.Start + at[3]}
			}
			value, taken := text[span.Start:span.End], slices.ContainsFunc(out[own:], func(i Identifier) bool { return i.Overlaps(span) })
			if !taken && identifies(s.kind, value, text[:span.Start], text[span.End:]) {
				out = append(out, Identifier{s.kind, value, span})
			}
		}
	}
	return out
}

// CodeKey is an identifier as identifiers are compared: its letters, in lower case, and digits.
func CodeKey(text string) string { return strings.Join(Split(text), "") }

// identifies says whether a stretch of the right shape is an identifier rather than an amount, a
// range of years or part of a longer word.
func identifies(kind, value, before, after string) bool {
	if strings.HasSuffix(before, "$") || strings.HasSuffix(before, "€") || strings.HasSuffix(before, "£") || strings.HasPrefix(after, "%") {
		return kind == ""
	}
	if n := len(before); n > 1 && before[n-1] == '.' && before[n-2] >= '0' && before[n-2] <= '9' {
		return false // behind a decimal point
	}
	digits := len(Digits(value))
	switch kind {
	case "phone":
		return digits >= 7 && digits <= 15 && !yearSpan.MatchString(value) && !grouped.MatchString(value)
	case "id":
		hyphen := strings.ContainsAny(value, "-/_ ")
		if strings.ContainsFunc(value, unicode.IsLetter) && (quantity.MatchString(value) || !hyphen && len(value) < 5 || len(value) < 4) {
			return false
		}
		return digits > 0 && !(len(after) > 1 && after[0] == ',' && after[1] >= '0' && after[1] <= '9')
	}
	return true
}
