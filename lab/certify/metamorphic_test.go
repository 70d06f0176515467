//go:build slow

package certify

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// eachLine changes every line of a reply that says something.
func eachLine(change func(n int, line string) string) func(string) string {
	return func(reply string) string {
		lines := strings.Split(reply, "\n")
		n := 0
		for i, l := range lines {
			if strings.TrimSpace(l) != "" {
				n++
				lines[i] = change(n, l)
			}
		}
		return strings.Join(lines, "\n")
	}
}

var (
	thousands = regexp.MustCompile(`\b\d{1,3}(?:,\d{3})+\b`)
	// shaped is a reply that has a shape of its own, which another would break: JSON, a table, tags, code, a list.
	shaped = regexp.MustCompile("[{|<`\\[]|(?m)^\\s*(?:[-*•#>]|\\d+[.)])|\\*\\*")
)

// What says the same in another shape gets the same verdict. most is the share of replies for which it may not.
// A reply of several lines that is made a list is another thing than one in sentences: the reasoning aloud at its
// beginning isn't known for that. Capitals tell names and spelled letters from other words, and a text that is all
// capitals or none has lost them; so has a verb that may be a month. English lines behind a reply in another language
// make it English.
func TestVerdictsKeepUnderWhatSaysTheSame(t *testing.T) {
	judged := map[*arena.Scenario]*probes.Scorer{}
	sets := practice(t)
	verdict := func(a asked, reply string) probes.Result {
		if judged[a.scenario] == nil {
			var err error
			judged[a.scenario], err = probes.NewScorer(a.scenario)
			require.NoError(t, err)
		}
		return judged[a.scenario].AnswerTo(a.probe, reply).Result
	}
	before := map[string][]probes.Result{} // of the replies as they are, by set
	for _, s := range sets {
		for i, r := range s.Replies {
			before[s.Name] = append(before[s.Name], verdict(s.asked[i], r.Reply))
		}
	}
	for _, c := range []struct {
		name   string
		change func(string) string
		most   float64
		any    bool // of replies with a shape of their own, too
	}{
		{"bold", eachLine(func(_ int, l string) string { return "**" + strings.TrimSpace(l) + "**" }), 0.005, false},
		{"bullets", eachLine(func(_ int, l string) string { return "- " + l }), 0.005, false},
		{"numbered", eachLine(func(n int, l string) string { return string(rune('0'+n%10)) + ". " + l }), 0.01, false},
		{"quoted", eachLine(func(_ int, l string) string { return "> " + l }), 0, false},
		{"blank lines around", func(r string) string { return "\n\n" + r + "\n\n \n" }, 0, true},
		{"blank lines between", func(r string) string { return strings.ReplaceAll(r, "\n", "\n\n") }, 0, false},
		{"line ends of Windows", func(r string) string { return strings.ReplaceAll(r, "\n", "\r\n") }, 0, true},
		{"upper case", strings.ToUpper, 0.04, false},
		{"lower case", strings.ToLower, 0.03, false},
		{"no thousands separators", func(r string) string {
			return thousands.ReplaceAllStringFunc(r, func(n string) string { return strings.ReplaceAll(n, ",", "") })
		}, 0, false},
		{"unrelated lines behind it", func(r string) string { return r + "\n\nThe kettle is green.\nHave a nice evening!" }, 0.01, false},
		{"unrelated lines the other way round", func(r string) string { return r + "\n\nHave a nice evening!\nThe kettle is green." }, 0.01, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := 0
			var moved []string
			for _, s := range sets {
				for i, was := range before[s.Name] {
					r := s.Replies[i]
					changed := c.change(r.Reply)
					if changed == r.Reply || !c.any && shaped.MatchString(r.Reply) {
						continue
					}
					n++
					if is := verdict(s.asked[i], changed); is != was {
						moved = append(moved, r.Scenario+"/"+r.Probe+" "+string(was)+" → "+string(is)+": "+changed)
					}
				}
			}
			t.Logf("%d of %d", len(moved), n)
			require.Positive(t, n)
			require.LessOrEqual(t, float64(len(moved)), c.most*float64(n), "of %d replies:\n%s", n, strings.Join(moved, "\n"))
		})
	}
}
