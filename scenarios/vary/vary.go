// Package vary makes variants of scenarios: the same facts are said and the same is asked, but
// something that shouldn't matter is different. How much a strategy's score moves between a
// scenario and its variants says how much of it is owed to accidents of wording (metamorphic
// testing; Chen, Cheung & Yiu 1998).
//
//  1. A change edits a copy of the scenario. Randomness comes from the seed alone: equal scenario,
//     change and seed give equal variants.
//  2. The variant is written as a file, read back strictly, and linted; every fact must be
//     recognised in as many messages as before, and every item of the rubric as before.
//
// A variant keeps the ids of facts and probes, so that its probes can be paired with those of the
// original. Its own id is the original's with the change and the seed behind it.
package vary

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/probes/match"
	"contextarena.internal/scenarios"
	"contextarena.internal/scenarios/filler"
	"contextarena.internal/words"
)

// suite is the suite of every variant.
const suite = "variants"

// ErrNothing says that a scenario has nothing that a change could touch.
var ErrNothing = errors.New("there is nothing to change")

// change is one way to make a variant.
type change struct {
	name string
	what string // after "a copy with"
	// apply edits s, a copy of its own down to turns, facts and probes; patterns are shared. It
	// returns ErrNothing if nothing could be changed.
	apply func(s *arena.Scenario, r *rand.Rand) error
}

var changes = []change{
	{"rename", "other names of people and other digits in identifiers", rename},
	{"reorder", "independent turns of a session in another order", reorder},
	{"noise", "remarks that state nothing woven into what the user says", noise},
	{"units", "amounts, days and times written in another way", units},
	{"paraphrase", "other words around the values", paraphrase},
}

// Changes are the names of all changes, in the order in which they are listed.
func Changes() []string {
	names := make([]string, len(changes))
	for i, c := range changes {
		names[i] = c.name
	}
	return names
}

// Check is an error if there is no change of that name.
func Check(name string) error {
	if slices.Contains(Changes(), name) {
		return nil
	}
	return fmt.Errorf("unknown change %q%s: want %s", name, strictyaml.Suggestion(name, Changes()), strings.Join(Changes(), ", "))
}

// Make makes a variant of s, which is not changed. The error says what is wrong with the variant
// if it wouldn't measure what the original does; it is ErrNothing if the change finds nothing to
// work on. Variants of variants are refused: what they are compared with would be unclear.
//
// The scenario must come from Parse, Load or Builtin.
func Make(s *arena.Scenario, name string, seed uint64) (*arena.Scenario, error) {
	if err := Check(name); err != nil {
		return nil, err
	}
	if s.VariantOf != "" {
		return nil, fmt.Errorf("%s is a variant itself: vary %s", s.ID, s.VariantOf)
	}
	c := changes[slices.Index(Changes(), name)]
	v := fresh(s)
	for i := range v.Probes {
		v.Probes[i].Extended, v.Probes[i].Legacy = true, nil // the original's patterns are of its own words
	}
	if err := c.apply(v, filler.Stream(fmt.Sprintf("vary %s %s %d", s.ID, name, seed))); err != nil {
		return nil, fmt.Errorf("%s of %s: %w", name, s.ID, err)
	}
	v.ID = fmt.Sprintf("%s-%s-%d", s.ID, name, seed)
	v.Name = fmt.Sprintf("%s (%s %d)", s.Name, name, seed)
	v.Suite, v.VariantOf, v.Change = suite, s.ID, name
	v.Description = strings.TrimSpace(fmt.Sprintf("%s A copy with %s.", s.Description, c.what))
	if err := sound(s, v); err != nil {
		return nil, fmt.Errorf("%s of %s: %w", name, s.ID, err)
	}
	return v, nil
}

// fresh is a copy whose turns, tools, facts, rubric and probes can be edited.
func fresh(s *arena.Scenario) *arena.Scenario {
	v := *s
	v.Turns, v.Facts, v.Probes = slices.Clone(s.Turns), slices.Clone(s.Facts), slices.Clone(s.Probes)
	v.Final.Rubric = slices.Clone(s.Final.Rubric)
	for i := range v.Turns {
		v.Turns[i].Tools, v.Turns[i].Refs = slices.Clone(s.Turns[i].Tools), slices.Clone(s.Turns[i].Refs)
	}
	return &v
}

// sound is an error unless the variant v of s measures what s does.
func sound(s, v *arena.Scenario) error {
	var file bytes.Buffer
	if err := scenarios.Write(&file, v); err != nil {
		return err
	}
	if _, err := scenarios.Parse(v.ID+".yaml", file.Bytes()); err != nil {
		return err
	}
	var errs []error
	for _, f := range scenarios.Lint([]*arena.Scenario{v}).Findings {
		if f.Grave {
			errs = append(errs, errors.New(f.Text))
		}
	}
	before, after := messages(s), messages(v)
	old, facts := match.MustFacts(s.Facts), match.MustFacts(v.Facts)
	for i, f := range v.Facts {
		if was, is := sightings(old[i].Anchored, before), sightings(facts[i].Anchored, after); was != is {
			errs = append(errs, fmt.Errorf("fact %s is recognised in %d messages, in the original in %d", f.ID, is, was))
		}
	}
	for i, item := range v.Final.Rubric {
		if was, is := sightings(match.MustCompile(s.Final.Rubric[i].Match), before), sightings(match.MustCompile(item.Match), after); was != is {
			errs = append(errs, fmt.Errorf("rubric item %q is found in %d messages, in the original in %d", item.Item, is, was))
		}
	}
	return errors.Join(errs...)
}

// messages are all texts of a conversation.
func messages(s *arena.Scenario) []*words.Text {
	out := []*words.Text{words.Read(s.System)}
	for _, ex := range s.Turns {
		out = append(out, words.Read(ex.User), words.Read(ex.Assistant))
		for _, use := range ex.Tools {
			out = append(out, words.Read(use.Result))
		}
	}
	return out
}

// sightings counts the messages in which something is found.
func sightings(m match.Matcher, in []*words.Text) int {
	n := 0
	for _, t := range in {
		if len(m.Find(t)) > 0 {
			n++
		}
	}
	return n
}
