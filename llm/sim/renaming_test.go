package sim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/llm"
)

// sayings hold values in braces: N names, P places, I identifiers, A amounts, D dates.
var sayings = []string{
	"{N1} is our plumber.", "The workshop is in {P1}.", "The alarm code is {I1}.", "Our budget is {A1}.",
	"We open on {D1}.", "{N2} is married to {N1}.", "The van's plate is {I2}.", "{N3} keeps the spare key.",
	"Actually, the workshop is in {P2}.", "Lovely weather today.", "The budget is {A2} now, not {A1}.",
	"We decided to hire {N4}.", "{N3} moved to {P3}.", "The invoice number is {I3}.", "I slept badly.",
	"The rent is {A3} a month.", "{N5} reports to {N2}.", "The inspection is on {D2}.", "Sorry, the alarm code is {I4}.",
}

var (
	hers = strings.NewReplacer("{N1}", "Ann", "{N2}", "Tom", "{N3}", "Lee", "{N4}", "Mia", "{N5}", "Zoe",
		"{P1}", "Oslo", "{P2}", "Turin", "{P3}", "Lima", "{I1}", "KX-7001-A0", "{I2}", "QD-4410-B1", "{I3}", "RF-9038-C2", "{I4}", "PW-5526-D3",
		"{A1}", "$5,200", "{A2}", "$8,100", "{A3}", "$940", "{D1}", "May 3", "{D2}", "June 9")
	his = strings.NewReplacer("{N1}", "Ida", "{N2}", "Hugo", "{N3}", "Eva", "{N4}", "Ben", "{N5}", "Sam",
		"{P1}", "Bern", "{P2}", "Cairo", "{P3}", "Rome", "{I1}", "JH-2219-E4", "{I2}", "MB-8763-F5", "{I3}", "LC-1547-G6", "{I4}", "GV-3902-H7",
		"{A1}", "$6,300", "{A2}", "$9,400", "{A3}", "$720", "{D1}", "July 4", "{D2}", "August 8")
	rename = strings.NewReplacer("Ann", "Ida", "Tom", "Hugo", "Lee", "Eva", "Mia", "Ben", "Zoe", "Sam",
		"Oslo", "Bern", "Turin", "Cairo", "Lima", "Rome", "KX-7001-A0", "JH-2219-E4", "KX-7001", "JH-2219", "QD-4410-B1", "MB-8763-F5", "QD-4410", "MB-8763", "RF-9038-C2", "LC-1547-G6", "RF-9038", "LC-1547", "PW-5526-D3", "GV-3902-H7", "PW-5526", "GV-3902",
		"$5,200", "$6,300", "$8,100", "$9,400", "$940", "$720", "May 3", "July 4", "June 9", "August 8")
)

// TestRenamingEveryValueRenamesTheReply shows that no reply depends on what the values are: the
// model can't know the right ones, and no draw depends on them.
func TestRenamingEveryValueRenamesTheReply(t *testing.T) {
	questions := []string{
		"What is the alarm code?", "Who is our plumber?", "Where is the workshop?", "What is the budget, and what is the rent?",
		"When is the inspection?", "Who is {N2} married to?", "Where does {N3} live now?", "What was the budget before?",
		"Please list the van's plate, the invoice number and the day we open.", "And how is the weather?", "The {N4} thing is settled.",
	}
	tasks := []string{
		"Write notes.\n## PEOPLE\nWho?\n## NUMBERS\nWhich amounts and codes?\n## CORRECTIONS\nWhat changed?", "Write a summary in prose.",
		"List the facts as a numbered list, at most 9 lines.", "Write the notes anew, one fact a line, exactly.",
	}
	rapid.Check(t, func(t *rapid.T) {
		talk := rapid.Permutation(sayings).Draw(t, "talk")[:rapid.IntRange(1, len(sayings)).Draw(t, "length")]
		options := rapid.SampledFrom([]string{
			"nano?overlook_notes=0.3&overlook_answers=0.3", "mini", "nano?resistance=1&stale=1", "nano?volunteered=2&restated=1",
			"nano?notes_facts=5&list_facts=5&summary_facts=5", "standard?slip_length=3&slip_rate=1&repeated=1",
		}).Draw(t, "options")
		seed := rapid.Int64().Draw(t, "seed")
		replies := func(values *strings.Replacer) []string {
			var out []string
			said := []string{"You help."}
			for _, s := range talk {
				said = append(said, values.Replace(s))
			}
			ask := func(req llm.Request) {
				req.Model, req.Seed = model(options), seed
				out = append(out, complete(t, req).Text)
			}
			for _, q := range questions {
				ask(request(append(said[:len(said):len(said)], values.Replace(q))...))
			}
			for _, task := range tasks {
				ask(notesOf(said[1:], task))
			}
			return out
		}
		a, b := replies(hers), replies(his)
		for i := range a {
			require.Equal(t, rename.Replace(a[i]), b[i], append(questions, tasks...)[i])
		}
	})
}
