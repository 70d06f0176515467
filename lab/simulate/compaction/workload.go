package compaction

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"contextarena.internal/strategies/compaction"
)

// sessionSteps is how many steps a session has.
const sessionSteps = 60

// sizing is how long the parts of a step are: the mean of each in characters, 0 for none. They are lognormal with a σ of
// 0.6.
type sizing struct {
	name                    string
	reasoning, code, output float64
	chat                    bool // the value stands in what the user says, and not in the output
}

var sizings = []sizing{
	{name: "tiny", reasoning: 6, code: 5},
	{name: "short", reasoning: 40, code: 30, output: 40},
	{name: "steps", reasoning: 150, code: 200, output: 300},
	{name: "outputs", reasoning: 150, code: 200, output: 1500},
	{name: "chat", reasoning: 250, output: 120, chat: true},
}

// carried is the bound of a summary that is carried, in characters.
const carried = 2000

// filler is text of about n characters, without a number.
func filler(r *rand.Rand, n int) string {
	const letters = "etaoinshrdlu"
	var b strings.Builder
	for b.Len() < n {
		for range 2 + r.IntN(7) {
			b.WriteByte(letters[r.IntN(len(letters))])
		}
		if r.IntN(12) == 0 {
			b.WriteByte('.')
		}
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String()[:min(n, b.Len())])
}

// length is a lognormal length of a mean.
func length(r *rand.Rand, mean float64) int {
	const sigma = 0.6
	return int(mean * math.Exp(sigma*r.NormFloat64()-sigma*sigma/2))
}

// session draws steps, and the value of each.
func session(r *rand.Rand, s sizing) (steps []compaction.Entry, values []string) {
	for i := range sessionSteps {
		value := fmt.Sprint(100_000 + 10_000*i + r.IntN(10_000))
		told := fmt.Sprintf("%s: %s", filler(r, 6), value)
		e := compaction.Entry{Reasoning: filler(r, length(r, s.reasoning)), Code: filler(r, length(r, s.code)), Output: filler(r, length(r, s.output))}
		if s.chat {
			e.Reasoning += ". The " + told + "."
		} else {
			e.Output += "\n" + told
		}
		if i%10 == 9 {
			e.Output += "\nValueError"
		}
		steps, values = append(steps, e), append(values, value)
	}
	return steps, values
}

// valuesASentence is how many values a sentence of the simulated model has at most.
const valuesASentence = 2

// model is a simulated one. It sees what the source's prompt shows of each step or, where a summary is carried, all of
// it and the summary so far; of the values that it sees it chooses at random.
func model(r *rand.Rand, values []string, mode compaction.Mode) func(compaction.Request) string {
	return func(req compaction.Request) string {
		seen := req.Prompt()
		if mode == compaction.CarrySummary {
			seen = req.Summary + text(req.Entries)
		}
		var known []string
		for _, v := range values {
			if strings.Contains(seen, v) {
				known = append(known, v)
			}
		}
		r.Shuffle(len(known), func(i, j int) { known[i], known[j] = known[j], known[i] })
		var out []string
		for range req.Sentences {
			n := min(valuesASentence, len(known))
			told := strings.Join(known[:n], " ")
			known = known[n:]
			out = append(out, strings.TrimSpace(strings.ReplaceAll(filler(r, 90+r.IntN(60)-len(told)), ".", "")+" "+told)+".")
		}
		return strings.Join(out, " ")
	}
}

// text is all that entries say.
func text(entries []compaction.Entry) string {
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintln(&b, e.Reasoning, e.Code, e.Output)
	}
	return b.String()
}
