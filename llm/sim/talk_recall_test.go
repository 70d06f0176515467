package sim_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
	"contextarena.internal/llm/sim/read"
)

// recall counts, for facts of each kind, how many were asked for and how many were found.
type recall struct{ found, asked map[string]int }

func newRecall() recall { return recall{map[string]int{}, map[string]int{}} }

func (r recall) note(kind string, found bool) {
	r.asked[kind]++
	r.asked["all"]++
	if found {
		r.found[kind]++
		r.found["all"]++
	}
}

func (r recall) share(kind string) float64 {
	return float64(r.found[kind]) / float64(max(r.asked[kind], 1))
}

// String is the shares by kind.
func (r recall) String() string {
	var b strings.Builder
	for _, k := range append(slices.Clone(talkKinds), "all") {
		fmt.Fprintf(&b, "%s %d/%d (%.0f %%), ", k, r.found[k], r.asked[k], 100*r.share(k))
	}
	return strings.TrimSuffix(b.String(), ", ")
}

// holdsAll reports whether all values stand in a text, in whatever case.
func holdsAll(text string, values []string) bool {
	return !slices.ContainsFunc(values, func(v string) bool { return !holdsWord(strings.ToLower(text), strings.ToLower(v)) })
}

// asking is a request with a whole conversation and a message after it.
func (t talk) asking(question string) llm.Request {
	req := request("You are a helpful assistant.")
	for _, m := range t.Messages {
		req.Messages = append(req.Messages, llm.Message{Role: llm.Role(m.Role), Text: m.Text})
	}
	req.Messages = append(req.Messages, llm.Message{Role: llm.User, Text: question})
	return req
}

// transcript is a conversation as a memory strategy quotes it.
func (t talk) transcript() string {
	var b strings.Builder
	for _, m := range t.Messages {
		b.WriteString(m.Role + ": " + m.Text + "\n")
	}
	return b.String()
}

// writings are tasks over a whole conversation. Each keeps every fact when brevity is off.
var writings = map[string]string{
	"notes":       "Keep notes of this conversation, one fact a line. Copy values exactly.",
	"list":        "List the facts stated in the messages as a numbered list.",
	"summary":     "Write a summary of this conversation in prose.",
	"headed":      "Write notes of the conversation.\n\n## PEOPLE AND PLACES\nWho and what is named?\n## NUMBERS\nWhich amounts, dates and identifiers?\n## CHANGES\nWhat was corrected?\n## OTHER\nWhat else?",
	"triples":     "Extract knowledge triples (subject, predicate, object), one a line.",
	"json":        `Extract all facts. Return JSON like {"facts": [{"fact": "...", "value": "..."}]}.`,
	"corrections": "List every correction as OLD -> NEW, one a line.",
}

func (t talk) writing(instruction string) llm.Request {
	return request("You help.", instruction+"\n\n<transcript>\n"+t.transcript()+"</transcript>")
}

// careful is a reader who leaves nothing out.
const careful = perfect + "&brevity=off"

// reply is what a model says to a request.
func reply(t *testing.T, c *sim.Client, req llm.Request, name string) string {
	req.Model = model(name)
	r, err := c.Complete(t.Context(), req)
	require.NoError(t, err)
	return r.Text
}

// invented are the values of a reply that occur nowhere in the request, calculated ones aside.
func invented(reply string, req llm.Request) []string {
	var given strings.Builder
	keys := map[string]bool{}
	for _, m := range req.Messages {
		given.WriteString(m.Text + "\n")
		for _, c := range read.Clauses(m.Text) {
			for _, v := range c.Values {
				keys[v.Key] = true
			}
		}
	}
	text := strings.ToLower(given.String())
	var out []string
	for _, c := range read.Clauses(reply) {
		for _, v := range c.Values {
			if !keys[v.Key] && !strings.Contains(text, strings.ToLower(v.Text)) {
				out = append(out, v.Text+" in: "+c.Text)
			}
		}
	}
	return out
}

// unknown are questions that no conversation answers.
var unknown = []string{
	"What is the password of the wifi?", "Who owns the violin?", "How many horses are in the stable?", "What is the name of the pilot?",
	"Which passport number was given?", "When does the ferry leave?", "What did the telescope cost?", "On which floor is the aquarium shop?",
}

// least is what must be found, by task and kind of fact, in per cent: somewhat below what is.
var least = map[string]map[string]float64{
	"answers":     {"identifier": 82, "amount": 66, "date": 74, "place": 62, "relation": 40, "decision": 66, "correction": 54, "name": 68, "all": 68},
	"notes":       {"identifier": 96, "amount": 72, "date": 94, "place": 88, "relation": 74, "decision": 92, "correction": 86, "name": 94, "all": 88},
	"corrections": {"correction": 24},
}

// TestFreeTalk asks a careful reader about conversations that nobody wrote for it: as they were written,
// and fuzzed. What is planted must mostly be found, nothing said that isn't there, and what is unknown
// must be called so.
func TestFreeTalk(t *testing.T) {
	for name, talks := range map[string][]talk{"as written": conversations(t), "fuzzed": fuzzed(t, 1)} {
		t.Run(name, func(t *testing.T) {
			c := sim.New(words)
			found := map[string]recall{"answers": newRecall()}
			for task := range writings {
				found[task] = newRecall()
			}
			admitted := 0
			for _, talk := range talks {
				for task, instruction := range writings {
					req := talk.writing(instruction)
					got := reply(t, c, req, careful)
					require.Empty(t, invented(got, req), "%s, %s", talk.ID, task)
					for _, f := range talk.Facts {
						if task != "corrections" || f.Kind == "correction" {
							found[task].note(f.Kind, holdsAll(got, f.Value))
						}
					}
				}
				for _, f := range talk.Facts {
					req := talk.asking(f.Question)
					got := reply(t, c, req, careful)
					if len(f.Operands) == 0 { // else what is asked for is a total
						require.Empty(t, invented(got, req), "%s, %s", talk.ID, f.Question)
					}
					right := holdsAll(got, f.Value) && (f.Old == "" || !holdsAll(got, []string{f.Old}) || holdsAll(f.Value[0], []string{f.Old}))
					found["answers"].note(f.Kind, right)
					if !right {
						t.Logf("%s, %s: %s want %v, not %q: %q", talk.ID, f.Kind, f.Question, f.Value, f.Old, got)
					}
				}
				for _, q := range unknown {
					got := reply(t, c, talk.asking(q), careful)
					if strings.Contains(got, "don't know") || strings.Contains(got, "isn't mentioned") || strings.Contains(got, "no information") {
						admitted++
					} else {
						t.Logf("%s: %s %q", talk.ID, q, got)
					}
				}
			}
			share := float64(admitted) / float64(len(talks)*len(unknown))
			t.Logf("unknown and said so: %.0f %%", 100*share)
			require.Greater(t, share, 0.9)
			for _, task := range append([]string{"answers"}, slices.Sorted(maps.Keys(writings))...) {
				t.Log(task+":", found[task])
				limits := least[task]
				if limits == nil {
					limits = least["notes"]
				}
				for kind, limit := range limits {
					require.GreaterOrEqual(t, 100*found[task].share(kind), limit, "%s: %s", task, kind)
				}
			}
		})
	}
}
