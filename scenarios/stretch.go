package scenarios

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/scenarios/filler"
	"contextarena.internal/words"
)

// MostStretch is the greatest length, in tokens, that a scenario can be stretched to.
const MostStretch = 10_000_000

// Tokens counts a scripted transcript: what the user says, what tools return and the scripted
// replies, without the system prompt and the final task.
func Tokens(s *arena.Scenario, count func(text string) int) int {
	n := 0
	for _, ex := range s.Turns {
		n += count(ex.User) + count(ex.Assistant)
		for _, use := range ex.Tools {
			n += count(use.Result)
		}
	}
	return n
}

// Stretch returns a scenario with small talk between its turns, so that its transcript has at
// least so many tokens; it ends with the exchange that reaches them. A scenario that has them
// already is returned itself. The scenario is not changed, and the id stays; what is played
// (arena.Scenario.PlayHash) is another conversation.
//
// The added turns are spread evenly over the gaps behind every turn, the last included, at most
// two minutes apart, and belong to the session of the turn they follow. Turns are renumbered: the
// turns of facts and refs follow. The talk is decided by the scenario's id alone, so that a longer
// stretch says the same and more. No exchange is added in which a fact of the scenario, an old
// value or a legacy pattern would be found.
//
// Every third exchange (neighbourEvery) is a neighbour of a fact: it has the words that the fact shares
// with its question, speaks of somebody else or of long ago, and states no value. A search that meets none
// looks better than it is. At 16,000 tokens a fact of the extended suite then has about one, as many as talk on one subject may
// well bring, and most of what fills a conversation shares no word with what is asked, as before. Facts
// take turns, in an order that the id decides too. Where a neighbour touches something, small talk stands
// in its place.
//
// The scenario must come from Parse, Load or Builtin: a pattern that can't be compiled panics.
func Stretch(s *arena.Scenario, tokens int, count func(text string) int) *arena.Scenario {
	if tokens <= 0 {
		return s
	}
	var added []filler.Exchange
	have := Tokens(s, count)
	if have >= tokens {
		return s
	}
	talk := newQuietTalk(s)
	for have < tokens {
		ex := talk.next(len(added))
		added = append(added, ex)
		have += count(ex.User) + count(ex.Assistant)
	}
	out := *s
	out.Turns = make([]arena.Exchange, 0, len(s.Turns)+len(added))
	moved := make([]arena.Turn, len(s.Turns)+1) // by old turn
	for i, ex := range s.Turns {
		ex.Refs = slices.Clone(ex.Refs)
		for j, ref := range ex.Refs {
			ex.Refs[j] = moved[ref]
		}
		out.Turns = append(out.Turns, ex)
		moved[i+1] = arena.Turn(len(out.Turns))
		until := s.Final.At
		if i+1 < len(s.Turns) {
			until = s.Turns[i+1].At
		}
		if until.IsZero() { // no task follows
			until = ex.At.Add(time.Hour)
		}
		from, to := i*len(added)/len(s.Turns), (i+1)*len(added)/len(s.Turns)
		step := min(2*time.Minute, (until.Sub(ex.At) / time.Duration(to-from+1)).Truncate(time.Second))
		for k, said := range added[from:to] {
			out.Turns = append(out.Turns, arena.Exchange{
				At: ex.At.Add(time.Duration(k+1) * step), Session: ex.Session, User: said.User, Assistant: said.Assistant,
			})
		}
	}
	out.Facts = slices.Clone(s.Facts)
	for i := range out.Facts {
		out.Facts[i].Turn = moved[out.Facts[i].Turn]
	}
	return &out
}

// quietTalk is small talk that touches nothing a scenario asks for.
type quietTalk struct {
	*filler.Talk
	taboo  []match.Matcher
	legacy []match.Legacy
	named  []string // what neighbours go by, in their order
}

func newQuietTalk(s *arena.Scenario) quietTalk {
	t := quietTalk{Talk: filler.New(filler.Stream("stretch " + s.ID))}
	facts := match.MustFacts(s.Facts)
	for _, f := range facts {
		t.taboo = append(t.taboo, f.Anchored)
	}
	for _, p := range s.Probes {
		if p.Stale != nil {
			t.taboo = append(t.taboo, match.MustCompile(*p.Stale))
		}
		t.legacy = append(t.legacy, match.NewLegacy(p.Legacy))
	}
	for _, i := range filler.Stream("neighbours " + s.ID).Perm(len(s.Facts)) {
		w := shared(s.Facts[i])
		said := words.Read(w)
		if w != "" && !slices.Contains(t.named, w) && !slices.ContainsFunc(facts, func(f match.Fact) bool { return len(f.Bare.Find(said)) > 0 }) {
			t.named = append(t.named, w)
		}
	}
	return t
}

// shared are the words of a fact's question that its text has too and that say what it is about, none with a digit: what a search for
// the fact finds it by.
func shared(f arena.Fact) string {
	said := words.Content(f.Text)
	return strings.Join(slices.DeleteFunc(words.Plain(f.Question), func(w string) bool {
		return !said[words.Stem(w)] || strings.ContainsFunc(w, unicode.IsDigit)
	}), " ")
}

// neighbourEvery is which of the added exchanges are neighbours of facts.
const neighbourEvery = 3

// next is the exchange behind so many.
func (t quietTalk) next(n int) filler.Exchange {
	if n%neighbourEvery == 0 && t.named != nil {
		if ex := t.Neighbour(t.named[n/neighbourEvery%len(t.named)]); t.quiet(ex) {
			return ex
		}
	}
	ex, _ := t.Fitting(mostTries, t.quiet)
	return ex
}

// mostTries bounds the exchanges that are tried in a row. A fact that is found in all of them is
// found in any text, which Lint tells.
const mostTries = 201

// quiet reports whether an exchange touches nothing.
func (t quietTalk) quiet(ex filler.Exchange) bool {
	return !t.touches(ex.User) && !t.touches(ex.Assistant)
}

func (t quietTalk) touches(text string) bool {
	said := words.Read(text)
	return slices.ContainsFunc(t.taboo, func(m match.Matcher) bool { return len(m.Find(said)) > 0 }) ||
		slices.ContainsFunc(t.legacy, func(l match.Legacy) bool { return l.In(said.Lower()) })
}
