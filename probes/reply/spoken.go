package reply

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"contextarena.internal/words"
)

var (
	// numbered are things that go by a number: the third floor is floor 3.
	numbered = regexp.MustCompile(`(?i)\b(floor|stor(?:e)?y|level|phase|table|row|gate|platform|room|stage|chapter|week|session|scene|bay|dock|berth|lane|track|pitch|court|cabin|plot|shelf|cage|rack|slot|version|round|act|act|line|page|terminal|district|avenue|street|shift|block|unit|section|étage|stock|stockwerk|piso|piano|planta|andar|verdieping)\b`)
	// ordinalDigits are ordinals in digits.
	ordinalDigits = regexp.MustCompile(`(?i)^(\d{1,2})(?:st|nd|rd|th|er|e|ème|º|ª)$`)
	// dayAlone is a day of the month without its month.
	dayAlone = regexp.MustCompile(`(?i)\b(?:the|on the|to the|by the|until the) (\d{1,2})(?:st|nd|rd|th)\b`)
)

// foreignOrdinals are ordinals of other languages up to five.
var foreignOrdinals = map[string]int{
	"premier": 1, "première": 1, "deuxième": 2, "troisième": 3, "quatrième": 4, "cinquième": 5,
	"ersten": 1, "erste": 1, "zweiten": 2, "zweite": 2, "dritten": 3, "dritte": 3, "vierten": 4, "vierte": 4, "fünften": 5, "fünfte": 5,
	"primer": 1, "primera": 1, "segundo": 2, "segunda": 2, "tercer": 3, "tercera": 3, "tercero": 3, "cuarto": 4, "cuarta": 4, "quinto": 5, "quinta": 5,
	"primo": 1, "prima": 1, "secondo": 2, "seconda": 2, "terzo": 3, "terza": 3, "quarto": 4, "quarta": 4,
	"primeiro": 1, "terceiro": 3, "terceira": 3, "eerste": 1, "tweede": 2, "derde": 3, "vierde": 4, "vijfde": 5,
}

// spoken is a text in which what people say is written: the third floor as floor 3, a code that is spelled letter
// by letter in one piece, a day alone with the month that was named before it.
func spoken(text string) string {
	text = ordinalThings(text)
	text = spelledCodes(text)
	return daysWithMonths(text)
}

// ordinalThings writes "the third floor" as "floor 3".
func ordinalThings(text string) string {
	at := numbered.FindAllStringIndex(text, -1)
	if at == nil {
		return text
	}
	var out strings.Builder
	from := 0
	for _, a := range at {
		before := strings.TrimRight(text[from:a[0]], " -")
		if len(before) == len(text[from:a[0]]) {
			continue
		}
		n, begin := ordinalAtEnd(before)
		if n == 0 {
			continue
		}
		noun := text[a[0]:a[1]]
		if english, ok := floors[strings.ToLower(noun)]; ok {
			noun = english
		}
		out.WriteString(before[:begin] + fmt.Sprintf("%s %d", noun, n))
		from = a[1]
	}
	out.WriteString(text[from:])
	return out.String()
}

// floors are the words of other languages for a floor.
var floors = map[string]string{
	"étage": "floor", "stock": "floor", "stockwerk": "floor", "piso": "floor", "piano": "floor", "planta": "floor",
	"andar": "floor", "verdieping": "floor", "story": "floor", "storey": "floor",
}

// ordinalAtEnd is the ordinal that a text ends with and where it begins; 0 if there is none.
func ordinalAtEnd(text string) (n, begin int) {
	fields := strings.FieldsFunc(text[max(0, len(text)-40):], unicode.IsSpace)
	for k := min(2, len(fields)); k > 0; k-- {
		last := strings.Join(fields[len(fields)-k:], " ")
		begin = strings.LastIndex(text, fields[len(fields)-k])
		if m := ordinalDigits.FindStringSubmatch(last); m != nil {
			_, _ = fmt.Sscan(m[1], &n)
			return n, begin
		}
		if n := foreignOrdinals[strings.ToLower(last)]; n > 0 {
			return n, begin
		}
		t := words.Read(last)
		if n, next := t.Ordinal(0); n > 0 && next == t.Tokens() {
			return n, begin
		}
	}
	return 0, 0
}

// daysWithMonths gives a day alone the month of the date before it: "not September 19 but the 26th".
func daysWithMonths(text string) string {
	at := dayAlone.FindAllStringSubmatchIndex(text, -1)
	if at == nil {
		return text
	}
	t := words.Read(text)
	if len(t.Dates()) == 0 {
		return text
	}
	var out strings.Builder
	from := 0
	for _, a := range at {
		month := t.Dates()[0].Month
		taken := false
		for _, d := range t.Dates() {
			if d.Span.End <= a[0] {
				month = d.Month
			}
			taken = taken || d.Span.Overlaps(words.Span{Start: a[2], End: a[3]})
		}
		if taken || numbered.MatchString(text[a[1]:min(len(text), a[1]+12)]) {
			continue
		}
		fmt.Fprintf(&out, "%s%s %s", text[from:a[2]], month, text[a[2]:a[3]])
		from = a[1]
	}
	out.WriteString(text[from:])
	return out.String()
}
