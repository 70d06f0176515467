package layers

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/form"
	"contextarena.internal/strategies/pipeline"
)

// voice is how a layer speaks of what went wrong.
type voice struct {
	env  arena.Env
	name string
}

func (v voice) warn(cycle int, format string, args ...any) {
	v.env.Trace.Warn(fmt.Sprintf("cycle %d: %s: ", cycle, v.name) + fmt.Sprintf(format, args...))
}

// ask is a prompt of the memory model with a form.
func ask[T any](v voice, f *form.Form[T], maxTokens int, prompt string) llm.Request {
	return f.Ask(v.env.MemoryModel, maxTokens, prompt)
}

// read is what a reply to a form answers. The cycle counts it, and what is wrong with it is a warning. Ok
// is false for a reply that can't be read.
func read[T any](v voice, p *pipeline.Plan, f *form.Form[T], r llm.Response, what string) (answer T, ok bool) {
	answer, c := pipeline.Read(p, f, r)
	switch {
	case strings.TrimSpace(r.Text) == "":
		v.warn(p.Cycle, "the %s was empty", what)
	case !c.Parsed && !c.Empty:
		v.warn(p.Cycle, "the %s can't be read or was refused", what)
	case r.Stop == llm.StopLength:
		v.warn(p.Cycle, "the %s was cut at its cap", what)
	}
	if c.Dropped > 0 {
		v.warn(p.Cycle, "%d items of the %s were left out: cut, of a wrong kind, or placeholders", c.Dropped, what)
	}
	return answer, c.Parsed || c.Empty
}

// unsaid counts items that were left out because nobody said them.
func (v voice) unsaid(p *pipeline.Plan, n int, what string) {
	if n > 0 {
		p.Dropped += n
		v.warn(p.Cycle, "%d items of the %s that nobody said were left out", n, what)
	}
}

// change is a value that takes the place of another.
type change struct {
	What  string   `json:"what" about:"the thing's name, the known one if it has one"`
	Value string   `json:"value" about:"its value now, copied exactly"`
	Was   string   `json:"was" about:"the value it replaces, empty if none was said" optional:"true"`
	From  []string `json:"from" about:"what the value is worked out from, with amounts, empty for nothing"`
}

// changeList is what was changed.
type changeList struct {
	Changes []change `json:"changes" about:"every value that was stated before and is changed by these messages"`
}

var changeForm = form.New[changeList]("changes")

// quotedParts are what a prompt about a segment quotes.
type quotedParts struct{ Known, Transcript string }

func parts(known string, p *pipeline.Plan) quotedParts {
	return quotedParts{quoted(known), quoted(p.Transcript())}
}

// trimmed is a list without the items of the lowest age, of these the first, so that what is left has at
// most budget tokens, and how many went.
func trimmed[T any](list []T, age func(T) int, budget int, size func([]T) int) (kept []T, dropped int) {
	for len(list) > 0 {
		n := size(list)
		if n <= budget {
			break
		}
		oldest := make([]int, len(list))
		for i := range oldest {
			oldest[i] = i
		}
		slices.SortStableFunc(oldest, func(a, b int) int { return age(list[a]) - age(list[b]) })
		gone := oldest[:max(1, len(oldest)*(n-budget)/n)] // as many at once as would do if all were equally long
		slices.Sort(gone)
		kept := list[:0:0]
		for i, item := range list {
			if _, out := slices.BinarySearch(gone, i); !out {
				kept = append(kept, item)
			}
		}
		list, dropped = kept, dropped+len(gone)
	}
	return list, dropped
}
