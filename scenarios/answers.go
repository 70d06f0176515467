package scenarios

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/words"
)

// Reply is an answer to a probe's question, made from what its scenario says.
type Reply struct {
	Probe int // among the scenario's
	Way   Way
	Text  string
}

// Way is how a reply is made, and so the verdict it deserves.
type Way struct {
	Name  string
	Right bool
}

// Deserves reports whether a verdict is what the reply deserves: a right one is kept; the old value is
// stale; any other wrong one isn't kept.
func (w Way) Deserves(r probes.Result) bool {
	switch {
	case w.Right:
		return r == probes.Kept
	case w.Name == wayOld:
		return r == probes.Stale
	}
	return r != probes.Kept
}

// wanted says in words what Deserves asks for.
func (w Way) wanted() string {
	switch {
	case w.Right:
		return string(probes.Kept)
	case w.Name == wayOld:
		return string(probes.Stale)
	}
	return "not " + string(probes.Kept)
}

// wayOld is the way whose replies are stale; wayAbsent are those for questions that nothing answers.
const (
	wayOld    = "old"
	wayAbsent = "absent"
)

// phrasing makes the replies of one way; none where the way has nothing to say.
type phrasing struct {
	Way
	replies func(a *asked) []string
}

// phrasings write the value (X) as its fact's text does, and beside it the value of another fact of the
// same kind (Y) or the one that was replaced.
var phrasings = []phrasing{
	{Way{Name: "alone", Right: true}, ofValue("%[1]s", "%[1]s.")},
	{Way{Name: "short", Right: true}, func(a *asked) []string {
		if short := a.short(); short != a.value {
			return []string{words.Capital(short) + ".", "It's " + short + "."}
		}
		return nil
	}},
	{Way{Name: "sentence", Right: true}, func(a *asked) []string {
		if a.value == "" {
			return nil
		}
		return []string{sentence(a.fact.Text), a.probe.Question + " " + sentence(a.value)}
	}},
	{Way{Name: "bullet", Right: true}, func(a *asked) []string {
		if a.value == "" {
			return nil
		}
		return []string{fmt.Sprintf("- %s: **%s**", a.label, a.value)}
	}},
	{Way{Name: "json", Right: true}, func(a *asked) []string {
		if a.value == "" {
			return nil
		}
		return []string{`{"answer": ` + strconv.Quote(a.value) + `}`}
	}},
	{Way{Name: "marked", Right: true}, beside(func(a *asked) string { return a.old }, "%[1]s; it was %[2]s before.", "It was %[2]s before, now it's %[1]s.")},
	{Way{Name: "hedged", Right: true}, ofValue("Probably %[1]s.", "I believe it's %[1]s.")},
	{Way{Name: "respelt", Right: true}, func(a *asked) []string {
		var out []string
		for _, text := range respelt(a.value) {
			out = append(out, "It's "+text+".")
		}
		return out
	}},
	{Way{Name: "abstains", Right: true}, ofAbsent("I don't know.", "You haven't mentioned that.")},

	{Way{Name: "neighbour"}, beside(func(a *asked) string { return a.other }, "It's %[2]s.")},
	{Way{Name: wayOld}, beside(func(a *asked) string { return a.old }, "%[2]s", "It's %[2]s.")},
	{Way{Name: "digit"}, func(a *asked) []string {
		off, ok := oneOff(a.value)
		if !ok {
			return nil
		}
		return []string{"It's " + off + "."}
	}},
	{Way{Name: "unknown"}, ofFact("I don't know.", "I don't have that information.", "You haven't told me that.")},
	{Way{Name: "restated"}, func(a *asked) []string { return []string{a.probe.Question} }},
	{Way{Name: wayAbsent}, func(a *asked) []string {
		if a.fact != nil || a.other == "" {
			return nil
		}
		return []string{"It's " + a.other + "."}
	}},
}

// ofValue are replies with the value in them.
func ofValue(formats ...string) func(a *asked) []string {
	return func(a *asked) []string {
		if a.value == "" {
			return nil
		}
		return filled(formats, a.value, "")
	}
}

// ofFact are replies to what has a value, without it.
func ofFact(texts ...string) func(a *asked) []string {
	return func(a *asked) []string {
		if a.fact == nil {
			return nil
		}
		return texts
	}
}

// ofAbsent are replies to what nobody said.
func ofAbsent(texts ...string) func(a *asked) []string {
	return func(a *asked) []string {
		if a.fact != nil {
			return nil
		}
		return texts
	}
}

// beside are replies with the value and another one.
func beside(second func(a *asked) string, formats ...string) func(a *asked) []string {
	return func(a *asked) []string {
		if a.value == "" || second(a) == "" {
			return nil
		}
		return filled(formats, a.value, second(a))
	}
}

// filled puts two values into formats that need not name both.
func filled(formats []string, value, second string) []string {
	out := make([]string, len(formats))
	fill := strings.NewReplacer("%[1]s", value, "%[2]s", second)
	for i, f := range formats {
		out[i] = words.Capital(fill.Replace(f))
	}
	return out
}

// Replies are the replies that a scenario's probes are tried on, by probe and then by way.
func Replies(s *arena.Scenario) []Reply {
	var out []Reply
	for i, a := range allAsked(s) {
		for _, p := range phrasings {
			for _, text := range p.replies(a) {
				out = append(out, Reply{i, p.Way, text})
			}
		}
	}
	return out
}

// oneOff is a value with another digit in it: the last of the first number, so that a day is another day
// and no tolerance covers it.
func oneOff(value string) (string, bool) {
	at := strings.IndexFunc(value, unicode.IsDigit)
	if at < 0 {
		return "", false
	}
	text := []byte(value)
	for at+1 < len(text) && '0' <= text[at+1] && text[at+1] <= '9' {
		at++
	}
	switch d := text[at]; {
	case d < '0' || d > '9':
		return "", false // a digit of another script
	case d < '2':
		text[at]++
	default:
		text[at]--
	}
	return string(text), true
}

// sentence is a statement written as a sentence.
func sentence(text string) string {
	if text == "" || slices.Contains([]byte(".!?"), text[len(text)-1]) {
		return words.Capital(text)
	}
	return words.Capital(text) + "."
}
