package contextarena

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"contextarena.internal/words"
)

// Passed is the original's checker of a scenario's final answer (measure P), in its last form:
// substrings and a few expressions, with a number of checks that must
// hold. It is kept with its mistakes (500 is found in 8,500), so that old verdicts can be
// compared; verdicts stored before 2026-02-27 may come from narrower rules. It reports false,
// false for a scenario the original didn't have.
func Passed(scenarioID, answer string) (passed, known bool) {
	i := slices.IndexFunc(originals(), func(o Original) bool { return o.ID == scenarioID })
	if i < 0 {
		return false, false
	}
	held := 0
	for _, check := range checkers()[i] {
		if check(answer) {
			held++
		}
	}
	return held >= originals()[i].Need, true
}

type check func(answer string) bool

// checkers are the checks of all originals.
var checkers = sync.OnceValue(func() [][]check {
	var out [][]check
	for _, o := range originals() {
		var checks []check
		for _, texts := range o.Checks {
			var all []*words.Expression
			for _, x := range texts {
				all = append(all, words.MustExpression(x))
			}
			checks = append(checks, func(answer string) bool {
				return !slices.ContainsFunc(all, func(re *words.Expression) bool { return !re.MatchString(answer) })
			})
		}
		for _, s := range o.Seats {
			checks = append(checks, s.taken)
		}
		if o.Seats != nil {
			checks = append(checks, nobodyUma)
		}
		out = append(out, checks)
	}
	return out
})

// Seat is guests that must stand in a table's section, and one that mustn't.
type Seat struct {
	Table   int      `yaml:"table" need:"true"`
	Guests  []string `yaml:"guests" need:"true"`
	Without string   `yaml:"without"`
}

func (s Seat) taken(answer string) bool {
	section := tableSection(strings.ToLower(answer), s.Table)
	missing := slices.ContainsFunc(s.Guests, func(guest string) bool { return !strings.Contains(section, guest) })
	return !missing && (s.Without == "" || !strings.Contains(section, s.Without))
}

// tables is how many tables the seating has.
const tables = 5

func nobodyUma(answer string) bool {
	text := strings.ToLower(answer)
	if strings.Contains(text, "removed") || strings.Contains(text, "can't make") {
		return true
	}
	for n := 1; n <= tables; n++ {
		if strings.Contains(tableSection(text, n), "uma") {
			return false
		}
	}
	return true
}

// tableSection is the part of a lower-cased text about table n: from where it is first named to
// the next table with a higher number; or else the one table row that begins with n.
func tableSection(text string, n int) string {
	name := func(n int) string { return "table " + strconv.Itoa(n) }
	start := strings.Index(text, name(n))
	if start < 0 {
		rows := tableRow[n].FindAllString(text, -1)
		if len(rows) == 1 {
			return rows[0]
		}
		return ""
	}
	rest := text[start+len(name(n)):]
	end := len(rest)
	for m := n + 1; m <= tables; m++ {
		if at := strings.Index(rest, name(m)); at >= 0 {
			end = min(end, at)
		}
	}
	return rest[:end]
}

var tableRow = func() map[int]*words.Expression {
	out := map[int]*words.Expression{}
	for n := 1; n <= tables; n++ {
		out[n] = words.Lazy(`(?m)^\s*\|\s*\**\s*` + strconv.Itoa(n) + `\s*(?:\([^)|]*\))?\s*\**\s*(?:\([^)|]*\))?\s*\|.*$`)
	}
	return out
}()
