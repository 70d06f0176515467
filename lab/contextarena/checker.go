package contextarena

import (
	"regexp"
	"strconv"
	"strings"
)

// Passed is the original's checker of a scenario's final answer (measure P), in its last form:
// substrings of the lower-cased text and a few expressions, with a number of checks that must
// hold. It is kept with its mistakes (500 is found in 8,500), so that old verdicts can be
// compared; verdicts stored before 2026-02-27 may come from narrower rules. It reports false,
// false for a scenario the original didn't have.
func Passed(scenarioID, answer string) (passed, known bool) {
	rule, ok := checkers[scenarioID]
	if !ok {
		return false, false
	}
	held := 0
	for _, check := range rule.checks {
		if check(answer) {
			held++
		}
	}
	return held >= rule.need, true
}

type check func(answer string) bool

// has finds a text whatever its case.
func has(text string) check {
	return func(answer string) bool { return strings.Contains(strings.ToLower(answer), text) }
}

// exactly finds a text in this very case.
func exactly(text string) check {
	return func(answer string) bool { return strings.Contains(answer, text) }
}

func anyOf(checks ...check) check {
	return func(answer string) bool {
		for _, c := range checks {
			if c(answer) {
				return true
			}
		}
		return false
	}
}

func allOf(checks ...check) check {
	return func(answer string) bool {
		for _, c := range checks {
			if !c(answer) {
				return false
			}
		}
		return true
	}
}

func texts(of func(string) check, list ...string) []check {
	var out []check
	for _, s := range list {
		out = append(out, of(s))
	}
	return out
}

func anyText(list ...string) check { return anyOf(texts(has, list...)...) }

func matches(expression string) check {
	re := regexp.MustCompile(`(?i)` + expression)
	return re.MatchString
}

// checker is a list of checks and how many of them must hold.
type checker struct {
	need   int
	checks []check
}

var checkers = map[string]checker{
	"early-fact-recall": {5, texts(has, "347,250", "sarah chen", "march 15", "2027", "svelte")},
	"state-change-tracking": {5, []check{
		has("370"), anyText("1005", "1,005"), has("200"), has("400"),
		allOf(has("gizmo"), anyText(" 0", "zero", "none")),
	}},
	"contradiction-resolution": {9, []check{
		has("june 1"), anyText("june 18", "1-18", "1–18", "1 to june 18", "1 - 18"), has("8,500"), has("1,350"), has("aman"),
		has("500"), has("shinjuku"), has("090-8765-4321"), has("june 10"),
	}},
	"multi-hop-reasoning": {5, []check{
		has("60"), anyText("6,300", "6300"), has("floor 3"), anyText("38,000", "38000"),
		anyText("exactly", "yes", "just fit", "60 seats", "will fit"),
	}},
	"long-horizon-noise": {5, []check{
		allOf(texts(exactly, "Martinez", "2:30", "RMC-2847")...),
		allOf(has("lisinopril"), exactly("10mg")),
		exactly("555-0147"),
		allOf(texts(exactly, "Jefferson", "Peter Pan")...),
		allOf(texts(exactly, "HLT-99284-B", "CLM-2024-0892")...),
		exactly("8472"),
		allOf(texts(exactly, "UA447", "XKRM47")...),
	}},
	"cascading-corrections": {5, []check{
		anyOf(allOf(has("12"), has("pre-money")), anyText("$12m", "12,000,000", "$12 million")),
		anyOf(anyText("$15m", "15,000,000", "$15 million"), matches(`15.*post.?money|post.?money.*15`)),
		anyText("20%", "20 %", "20 percent"),
		anyText("10%", "10 %", "10 percent"),
		anyText("2.925", "2,925"),
		allOf(has("175"), anyText("burn", "month")),
		allOf(matches(`\b1[67]\b`), has("month")),
	}},
	"implicit-corrections": {7, []check{
		matches(`8\s*(?:san marzano|tomato)`),
		matches(`6\s*clove`),
		matches(`\bserv\w*\s*6|for\s*6\s*(?:people|guest|person)`),
		matches(`8[\s-]*(?:oz|ounce)`),
		matches(`3\s*(?:tablespoon|tbsp).*butter|butter.*3\s*(?:tablespoon|tbsp)`),
		matches(`14\s*min`),
		matches(`(?s)400.{0,100}asparagus|asparagus.{0,100}400`),
		matches(`\b5\s*egg yolk`),
		matches(`2\.5(?:\s*cups?)?.*cream|cream.*2\.5`),
		matches(`30\s*lady\s*finger`),
	}},
	"rapid-fire-corrections": {7, []check{
		seated(1, []string{"grace"}, "frank"),
		seated(2, []string{"henry", "wendy"}, ""),
		seated(3, []string{"frank", "sam"}, ""),
		seated(3, []string{"paul", "quinn"}, ""),
		seated(4, []string{"xavier", "tina"}, ""),
		seated(4, []string{"olivia", "noah"}, ""),
		seated(5, []string{"yuki", "zara"}, ""),
		seated(5, []string{"jack", "victor"}, ""),
		nobodyUma,
	}},
}

// tables is how many tables the seating has.
const tables = 5

// seated checks that guests stand in a table's section, and one doesn't.
func seated(table int, guests []string, not string) check {
	return func(answer string) bool {
		section := tableSection(strings.ToLower(answer), table)
		for _, g := range guests {
			if !strings.Contains(section, g) {
				return false
			}
		}
		return not == "" || !strings.Contains(section, not)
	}
}

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

var tableRow = func() map[int]*regexp.Regexp {
	out := map[int]*regexp.Regexp{}
	for n := 1; n <= tables; n++ {
		out[n] = regexp.MustCompile(`(?m)^\s*\|\s*\**\s*` + strconv.Itoa(n) + `\s*(?:\([^)|]*\))?\s*\**\s*(?:\([^)|]*\))?\s*\|.*$`)
	}
	return out
}()
