package shape

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/llm/sim/read"
)

// roleWords are the words by which fields name their roles; the first row that has one of a
// name's words decides. A word counts by its beginning if it ends in a star.
var roleWords = []struct {
	role  Role
	words string
}{
	{Old, "old previous former prior wrong superseded outdated stale original was"},
	{Formula, "formula expression calculation equation computation"},
	{Premises, "depend* premise* operand* input* derived based parents prerequisites requires sources"},
	{Examples, "example* alias* instances samples"},
	{Confidence, "confidence certainty probability likelihood sure"},
	{Verdict, "verdict correct match* equivalent judgement judgment passed equal"},
	{Reason, "reason* explanation rationale why justification evidence basis because comment"},
	{Score, "score rating grade importance priority salience weight relevance"},
	{Label, "label genre classification stability domain"},
	{Kind, "kind type category class tag"},
	{Current, "current active valid holds superseded deleted"},
	{Unit, "unit units currency"},
	{Turn, "turn turns"},
	{Speaker, "speaker said author"},
	{Part, "role position job function"},
	{Index, "id index line rank"},
	{Date, "date when day deadline timestamp"},
	{Number, "count quantity"},
	{Predicate, "predicate relation relationship relations attribute property aspect edge verb"},
	{Where, "path"},
	{Layout, "format layout"},
	{From, "from source"},
	{To, "to target"},
	{Object, "object value new tail updated corrected now answer replacement"},
	{Subject, "subject entity thing item topic head name key title node dependent"},
	{Text, "text fact facts statement content sentence description summary detail details note claim quote span clause message line string what look decision"},
}

// flags are the roles that a true or false can have, figures those of a number.
var (
	flags   = setOf(Verdict, Current)
	figures = setOf(Confidence, Score, Index, Turn, Number, Object, Old)
)

func setOf(rs ...Role) Roles {
	var s Roles
	for _, r := range rs {
		s |= 1 << r
	}
	return s
}

// RoleOf is the role that a field's name tells; its None is a field for something else.
func RoleOf(name string) Role { return roleAmong(name, ^Roles(0)) }

func roleAmong(name string, among Roles) Role {
	best := len(roleWords)
	for _, word := range wordsOf(name) {
		for _, i := range rolesOfWord[word] {
			if among.Has(roleWords[i].role) {
				best = min(best, i)
			}
		}
		for _, p := range roleStems {
			if strings.HasPrefix(word, p.stem) && among.Has(roleWords[p.row].role) {
				best = min(best, p.row)
			}
		}
	}
	if best == len(roleWords) {
		return None
	}
	return roleWords[best].role
}

// rolesOfWord are the rows of roleWords that have a word, roleStems the beginnings of words there.
var rolesOfWord, roleStems = indexRoles()

type roleStem struct {
	stem string
	row  int
}

func indexRoles() (map[string][]int, []roleStem) {
	words, stems := map[string][]int{}, []roleStem(nil)
	for i, row := range roleWords {
		for w := range strings.FieldsSeq(row.words) {
			if stem, ok := strings.CutSuffix(w, "*"); ok {
				stems = append(stems, roleStem{stem, i})
			} else {
				words[w] = append(words[w], i)
			}
		}
	}
	return words, stems
}

// kindWords are the words by which fields name kinds of values, by their beginnings.
var kindWords = []struct {
	kind  read.Kind
	words string
}{
	{read.Identifier, "phone identifier code serial reference account number_plate email url sku isbn ticket"},
	{read.Amount, "amount price cost budget total quantit sum fee salary size weight height length age rate value_number percent duration"},
	{read.Date, "date time day deadline when year month birthday schedule"},
	{read.Place, "place location where address venue city room site"},
	{read.Name, "name person people who entit compan organi product manager contact owner author member"},
}

// KindOf is the kind of value that a field's name or description tells, read.Plain for none.
func KindOf(about string) read.Kind {
	words := wordsOf(about)
	if len(words) == 0 {
		return read.Plain
	}
	for _, row := range kindWords {
		for w := range strings.FieldsSeq(row.words) {
			for _, have := range words {
				if strings.HasPrefix(have, w) {
					return row.kind
				}
			}
		}
	}
	return read.Plain
}

// wordsOf are the words of a name in lower case: "oldValue", "old_value" and "Old value" have
// the same two.
func wordsOf(name string) []string { return strings.Fields(strings.ToLower(Spoken(name))) }

// Spoken is a name as words: "old value" for oldValue and old_value.
func Spoken(name string) string {
	var b strings.Builder
	var last rune
	for i, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			c = ' '
		case unicode.IsUpper(c) && (unicode.IsLower(last) || unicode.IsUpper(last) && lowerNext(name[i+utf8.RuneLen(c):])):
			b.WriteByte(' ')
		}
		b.WriteRune(c)
		last = c
	}
	return strings.TrimSpace(b.String())
}

func lowerNext(rest string) bool {
	c, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsLower(c)
}
