package sim

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// guideline is quoted rules, of which the first that holds decides: "2 if density is above 0.04 and changes is
// above 0", "1 otherwise".
//
// A simulated model follows such rules without a slip, and revises them in one way only: it moves the limit of
// the rule that was wrong most often. That real models do either is assumed, not measured.
type guideline struct {
	rules    []ruleLine
	measures map[string]float64   // what is to be decided on; nil where rules are to be revised
	cases    []map[string]float64 // where the rules chose wrongly, each with what was better
}

// ruleLine is one line of a guideline. Without tests it always holds.
type ruleLine struct {
	choice string
	tests  []ruleTest
}

// ruleTest compares a measure with a limit.
type ruleTest struct {
	name  string
	below bool
	limit float64
}

var (
	conditional = regexp.MustCompile(`(?i)^(?:[-*•] )?(\w+)(?: \w+)? if (.+?)[.;]?$`)
	otherwise   = regexp.MustCompile(`(?i)^(?:[-*•] )?(?:otherwise,? (\w+)|(\w+)(?: \w+)? otherwise)\b`)
	comparison  = regexp.MustCompile(`(?i)^(?:the )?(\w+) (?:is |are )?(above|over|more than|greater than|below|under|less than) (\d+(?:\.\d+)?)$`)
	measurement = regexp.MustCompile(`(?i)(\w+): (\d+(?:\.\d+)?)`)
)

// mostGuided is how long a block of rules, measurements or cases is at most.
const mostGuided = 8000

// guided finds rules with what they are to be applied to, or with cases they are to be revised by. A line that
// is no rule is passed over.
func (a *asked) guided() (g guideline, ok bool) {
	for _, b := range a.quoted {
		if len(a.quoted) < 2 || len(b.text) > mostGuided {
			return g, false
		}
		if rules := readRules(b.text); len(rules) > 0 && g.rules == nil {
			g.rules = rules
			continue
		}
		if g.rules == nil {
			continue
		}
		for line := range strings.Lines(b.text) {
			found := measured(line)
			switch _, isCase := found["better"]; {
			case isCase:
				g.cases = append(g.cases, found)
			case len(found) > 0 && g.measures == nil:
				g.measures = found
			default:
				for name, x := range found {
					g.measures[name] = x
				}
			}
		}
	}
	return g, len(g.rules) > 0 && (len(g.measures) > 1 || len(g.cases) > 0)
}

// readRules are the rules in a block, nil if no condition is among them.
func readRules(text string) []ruleLine {
	if !strings.Contains(text, " if ") {
		return nil // cheaply: every request is looked at
	}
	var out []ruleLine
	conditions := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if m := otherwise.FindStringSubmatch(line); m != nil {
			out = append(out, ruleLine{choice: m[1] + m[2]})
			continue
		}
		m := conditional.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		r := ruleLine{choice: m[1]}
		for part := range strings.SplitSeq(m[2], " and ") {
			c := comparison.FindStringSubmatch(strings.TrimSpace(part))
			if c == nil {
				r.tests = nil
				break
			}
			limit, _ := strconv.ParseFloat(c[3], 64)
			r.tests = append(r.tests, ruleTest{strings.ToLower(c[1]), slices.Contains([]string{"below", "under", "less than"}, strings.ToLower(c[2])), limit})
		}
		if len(r.tests) > 0 {
			out, conditions = append(out, r), conditions+1
		}
	}
	if conditions == 0 {
		return nil
	}
	return out
}

// measured are the numbers of a line by their names.
func measured(line string) map[string]float64 {
	var out map[string]float64
	for _, m := range measurement.FindAllStringSubmatch(line, -1) {
		if out == nil {
			out = map[string]float64{}
		}
		out[strings.ToLower(m[1])], _ = strconv.ParseFloat(m[2], 64)
	}
	return out
}

// deciding is the place of the first rule that holds, -1 if none does.
func (g guideline) deciding(on map[string]float64) int {
	return slices.IndexFunc(g.rules, func(r ruleLine) bool {
		return !slices.ContainsFunc(r.tests, func(t ruleTest) bool {
			x, known := on[t.name]
			return !known || x == t.limit || (x < t.limit) != t.below
		})
	})
}

// byRules is the choice of the first rule that holds, or the rules with the worst of them revised.
func (*reading) byRules(a *asked) string {
	g, _ := a.guided()
	if len(g.cases) > 0 {
		return g.revised()
	}
	if i := g.deciding(g.measures); i >= 0 {
		return g.rules[i].choice
	}
	return "None of the rules holds."
}

// revised moves the limit of the rule that decided most cases, the first of equals, to the median of what it
// was wrong on, so that half of that is left to later rules. A rule without a limit gets the median of what
// was better.
func (g guideline) revised() string {
	wrong := make([][]map[string]float64, len(g.rules))
	worst := -1
	for _, c := range g.cases {
		if i := g.deciding(c); i >= 0 {
			wrong[i] = append(wrong[i], c)
		}
	}
	for i := range wrong {
		if len(wrong[i]) > 0 && (worst < 0 || len(wrong[i]) > len(wrong[worst])) {
			worst = i
		}
	}
	if worst >= 0 {
		middle := func(name string) float64 {
			var xs []float64
			for _, c := range wrong[worst] {
				xs = append(xs, c[name])
			}
			slices.Sort(xs)
			return xs[len(xs)/2]
		}
		if r := &g.rules[worst]; len(r.tests) > 0 {
			r.tests[0].limit = middle(r.tests[0].name)
		} else {
			r.choice = figure(middle("better"))
		}
	}
	lines := make([]string, len(g.rules))
	for i, r := range g.rules {
		lines[i] = r.String()
	}
	return strings.Join(lines, "\n")
}

// String is the rule as a line of a guideline.
func (r ruleLine) String() string {
	if len(r.tests) == 0 {
		return r.choice + " otherwise"
	}
	parts := make([]string, len(r.tests))
	for i, t := range r.tests {
		side := "above"
		if t.below {
			side = "below"
		}
		parts[i] = t.name + " is " + side + " " + strconv.FormatFloat(t.limit, 'f', -1, 64)
	}
	return r.choice + " if " + strings.Join(parts, " and ")
}
