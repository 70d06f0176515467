package check

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"contextarena.internal/arena"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
	"contextarena.internal/probes/match"
	"contextarena.internal/scenarios"
	"contextarena.internal/scenarios/generate"
	"contextarena.internal/words"
)

// The names of the samples.
const (
	generated = "generated"
	fuzzed    = "fuzzed"
	chatter   = "small talk"
)

// generatedSeeds are the seeds of the generated scenarios, each with the generator's default settings.
var generatedSeeds = []string{"check-1", "check-2", "check-3", "check-4"}

// sample is scenarios that are counted together.
type sample struct {
	name     string
	subjects []*subject
}

// subject is a scenario with its labels.
type subject struct {
	*arena.Scenario
	facts []labelled
	world *sim.World
}

// labelled is a fact as the checks know it.
type labelled struct {
	arena.Fact
	matchers match.Fact
	types    []arena.FactType // of the probes that ask for it, each once
	chain    string           // the id of the fact at the beginning of its chain of corrections; its own if there is none before it
	changes  bool             // it replaces a fact that has another value
}

// stated reports whether a message states the value; else it follows from others.
func (f labelled) stated() bool { return len(f.DerivedFrom) == 0 }

// of reports whether a probe of this type asks for the fact.
func (f labelled) of(t arena.FactType) bool { return slices.Contains(f.types, t) }

// identifier reports whether the value is a phone number, code or the like. A gate or a rack is asked for
// as a place, however it is written.
func (f labelled) identifier() bool {
	return f.of(arena.PhoneID) || len(f.types) == 0 && f.Value.Identifier != ""
}

// in reports whether a text that is about the fact has its value.
func (f labelled) in(text string) bool { return len(f.matchers.Bare().Find(words.Read(text))) > 0 }

// heldIn reports whether a text about many things has the value with its label.
func (f labelled) heldIn(t *words.Text) bool { return len(f.matchers.Anchored().Find(t)) > 0 }

// literal is how a text writes the value, by itself or with its label; empty if it doesn't.
func (f labelled) literal(text string, withLabel bool) string {
	m := f.matchers.Bare()
	if withLabel {
		m = f.matchers.Anchored()
	}
	read := words.Read(text)
	for _, span := range m.Find(read) {
		if span.End > span.Start {
			return strings.Join(strings.Fields(read.Slice(span)), " ")
		}
	}
	return ""
}

// codes are how the messages write the identifiers that the facts know.
func (s *subject) codes() []string {
	var out []string
	for _, f := range s.facts {
		if !f.identifier() {
			continue
		}
		read := words.Read(s.at(f.Turn))
		for _, span := range f.matchers.Bare().Find(read) {
			if code := read.Slice(span); code != "" && !slices.Contains(out, code) {
				out = append(out, code)
			}
		}
	}
	return out
}

// accounted reports whether what was taken for an identifier is one of codes, or part of one, or the
// other way round: "tel. 0151 230" and "0151 230" are the same find.
func accounted(codes []string, value string) bool {
	return slices.ContainsFunc(codes, func(c string) bool { return strings.Contains(c, value) || strings.Contains(value, c) })
}

// samples are the suites of the builtin scenarios, and generated ones.
func samples() ([]sample, error) {
	all, err := scenarios.Builtin()
	if err != nil {
		return nil, err
	}
	for _, seed := range generatedSeeds {
		s := generate.Defaults()
		s.Seed, s.ID = seed, generate.IDOf(seed)
		var b bytes.Buffer
		if err := generate.Write(&b, s, llm.NewCounter().Count); err != nil {
			return nil, fmt.Errorf("check: %w", err)
		}
		made, err := scenarios.Parse(s.ID+".yaml", b.Bytes())
		if err != nil {
			return nil, fmt.Errorf("check: %w", err)
		}
		made.Suite = generated
		all = append(all, made)
	}
	var out []sample
	for _, s := range all {
		labels, err := label(s)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(out, func(o sample) bool { return o.name == s.Suite })
		if i < 0 {
			i, out = len(out), append(out, sample{name: s.Suite})
		}
		out[i].subjects = append(out[i].subjects, labels)
	}
	return out, nil
}

// label reads a scenario's labels.
func label(s *arena.Scenario) (*subject, error) {
	out := &subject{Scenario: s, world: world.Of(s)}
	at := map[string]int{}
	for i, f := range s.Facts {
		m, err := match.CompileFact(f)
		if err != nil {
			return nil, fmt.Errorf("check: %s: fact %s: %w", s.ID, f.ID, err)
		}
		at[f.ID] = i
		out.facts = append(out.facts, labelled{Fact: f, matchers: m, chain: f.ID})
	}
	for i := range out.facts {
		f := &out.facts[i]
		if older, ok := at[f.Supersedes]; ok {
			f.changes = !reflect.DeepEqual(s.Facts[older].Value, f.Value)
		}
		for range s.Facts { // no chain without a loop is longer
			older, ok := at[s.Facts[at[f.chain]].Supersedes]
			if !ok {
				break
			}
			f.chain = s.Facts[older].ID
		}
	}
	for _, p := range s.Probes {
		if i, ok := at[p.Fact]; ok && !slices.Contains(out.facts[i].types, p.Type) {
			out.facts[i].types = append(out.facts[i].types, p.Type)
		}
	}
	return out, nil
}

// fact is the fact with an id, nil if there is none.
func (s *subject) fact(id string) *labelled {
	for i := range s.facts {
		if s.facts[i].ID == id {
			return &s.facts[i]
		}
	}
	return nil
}

// holding are the facts that were stated at turns that are gone and have no newer version there.
func (s *subject) holding(gone map[arena.Turn]bool) []labelled {
	replaced := map[string]bool{}
	for _, f := range s.facts {
		if gone[f.Turn] && f.changes {
			for id := f.Supersedes; id != ""; {
				replaced[id] = true
				older := s.fact(id)
				if older == nil || replaced[older.Supersedes] {
					break
				}
				id = older.Supersedes
			}
		}
	}
	var out []labelled
	for _, f := range s.facts {
		if f.stated() && gone[f.Turn] && !replaced[f.ID] {
			out = append(out, f)
		}
	}
	return out
}

// heard are the texts of users and tools, by turn.
func (s *subject) heard() [][]string {
	out := make([][]string, len(s.Turns))
	for i, x := range s.Turns {
		out[i] = append(out[i], x.User)
		for _, use := range x.Tools {
			out[i] = append(out[i], use.Result)
		}
	}
	return out
}

// at is what users and tools said at a turn.
func (s *subject) at(t arena.Turn) string {
	if t < 1 || int(t) > len(s.Turns) {
		return ""
	}
	return strings.Join(s.heard()[t-1], "\n")
}

// tally is a share that is being counted.
type tally struct{ found, of int }

func (t *tally) count(found bool) {
	t.of++
	if found {
		t.found++
	}
}

func (t *tally) add(o tally) { t.found, t.of = t.found+o.found, t.of+o.of }

// figure is a tally as a figure of a sample.
func (t tally) figure(measure, by, sample string) Figure {
	return Figure{Measure: measure, By: by, Sample: sample, Found: t.found, Of: t.of}
}

// asking is a figure of which something was asked beforehand.
func (f Figure) asking(share float64, source string) Figure {
	f.Asked, f.Source = share, source
	return f
}

// of the sources of what was asked.
const (
	bySeed     = "the proposal"
	byOriginal = "the original's feasibility probe"
)

// each measures every subject of a sample, several at a time, and adds up the tallies by their place.
func (s *study) each(ctx context.Context, in sample, measure func(context.Context, *subject) ([]tally, error)) ([]tally, error) {
	parts := make([][]tally, len(in.subjects))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(s.Parallel)
	for i, sub := range in.subjects {
		g.Go(func() (err error) {
			if parts[i], err = measure(gctx, sub); err != nil {
				return fmt.Errorf("%s: %w", sub.ID, err)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	var sum []tally
	for _, part := range parts {
		for i, t := range part {
			if i == len(sum) {
				sum = append(sum, tally{})
			}
			sum[i].add(t)
		}
	}
	return sum, nil
}
