// Package probes decides which facts a record shows to be kept.
//
// It is pure: the same scenario and record give the same Score, and no model is asked.
//
//  1. A text is read once into tokens with their offsets (words.Read).
//  2. A pattern is compiled into a Matcher, which finds the spans where it holds (package match).
//  3. A probe's fact becomes two matchers (match.Fact): the value with its label nearby, for texts
//     that hold many facts, and the value alone, for an answer to the probe's question.
//  4. Every probe is looked for at four levels (Scorer.Score), with the message sets of the cycles
//     saying which facts were at risk.
package probes

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// scorerVersion changes when the same matchers would judge differently.
const scorerVersion = 11

// Scorer judges the records of one scenario. It is safe for concurrent use.
type Scorer struct {
	scenario *arena.Scenario
	facts    []fact
	lineage  Lineage
	script   sync.Once
	said     []*words.Text // the messages of the script
	days     match.Days    // of the conversation
	probes   []probe       // those that are asked, then the others
	rubric   []match.Matcher
	version  string
	current  map[int]int // by fact: its first probe that isn't historical
	peers    [][]int     // by probe: the facts that answer another question of its type

	mu              sync.Mutex
	mentions, older map[string]*mentions // by text: those of late, and those before
	kept            int                  // bytes of the texts of late
}

// fact is a fact ready to be looked for.
type fact struct {
	arena.Fact
	anchored, bare match.Matcher
	beside, label  match.Matcher   // label: nil if it has none
	says           map[string]bool // the stems of its question and its text
	number         *number         // nil if its value isn't one number
	own            *own
	operands       []int
	leaves         []int // the stated facts it follows from; itself, if it is stated
}

// probe is a probe ready to be scored.
type probe struct {
	arena.Probe
	index  int           // among the scorer's
	fact   int           // -1 of an absent probe
	older  []int         // facts whose values are the old ones, the one replaced last first; none where stale says what counts
	before []int         // the same, whatever stale says, and of what held for a while too: what is said of them tells
	newer  []int         // facts that replaced its value directly, with a different one
	stale  match.Matcher // what counts as the old value instead, if the scenario says so
	legacy match.Legacy  // the original's patterns in lower case
}

// NewScorer compiles the matchers of a scenario. A scenario that was loaded has been checked,
// so an error means that it was built by hand.
func NewScorer(s *arena.Scenario) (*Scorer, error) {
	sc := &Scorer{scenario: s, mentions: map[string]*mentions{}, current: map[int]int{}, days: match.Days{}}
	for _, turn := range s.Turns {
		sc.days.Add(turn.At)
	}
	g := LineageOf(s.Facts)
	sc.lineage = g
	all, err := match.CompileFacts(s.Facts)
	if err != nil {
		return nil, fmt.Errorf("scenario %s: %w", s.ID, err)
	}
	for i, f := range s.Facts {
		compiled := all[i]
		sc.facts = append(sc.facts, fact{
			Fact: f, own: &own{}, anchored: compiled.Anchored, beside: compiled.Beside, label: compiled.Label, bare: compiled.Bare, says: words.Stems(f.Question + " " + f.Text), operands: g.operands(i), leaves: g.Leaves(i),
		})
		if n, ok := numberOf(f); ok {
			sc.facts[i].number = &n
		}
	}
	for _, p := range slices.Concat(s.Probes, s.Unasked) {
		if p.Kind == arena.Absent {
			if p.Fact != "" {
				return nil, fmt.Errorf("scenario %s: absent probe %s asks for a fact, %q", s.ID, p.ID, p.Fact)
			}
			sc.probes = append(sc.probes, probe{Probe: p, index: len(sc.probes), fact: -1})
			continue
		}
		at, ok := g.Index[p.Fact]
		if !ok {
			return nil, fmt.Errorf("scenario %s: probe %s asks for unknown fact %q", s.ID, p.ID, p.Fact)
		}
		c := probe{Probe: p, index: len(sc.probes), fact: at, before: g.Older(at), newer: g.newer(at), legacy: match.NewLegacy(p.Legacy)}
		if p.Stale != nil {
			m, err := match.Compile(*p.Stale)
			if err != nil {
				return nil, fmt.Errorf("scenario %s: probe %s: stale: %w", s.ID, p.ID, err)
			}
			c.stale = m
		} else if p.Kind != arena.Historical {
			c.older = g.Older(at)
		}
		if _, ok := sc.current[at]; !ok && p.Kind != arena.Historical {
			sc.current[at] = c.index
		}
		sc.probes = append(sc.probes, c)
	}
	sc.peers = sc.peersOf()
	for _, c := range s.Final.Rubric {
		m, err := match.Compile(c.Match)
		if err != nil {
			return nil, fmt.Errorf("scenario %s: rubric item %q: %w", s.ID, c.Item, err)
		}
		sc.rubric = append(sc.rubric, m)
	}
	sc.version = Version(s)
	return sc, nil
}

// asked are the probes that a record has replies to.
func (sc *Scorer) asked() []probe { return sc.probes[:len(sc.scenario.Probes)] }

// peersOf lists for each probe the facts that other probes of its type ask for, but for those that its
// own value replaced or follows from.
func (sc *Scorer) peersOf() [][]int {
	out := make([][]int, len(sc.probes))
	for i, p := range sc.probes {
		for _, q := range sc.probes {
			if q.fact >= 0 && p.fact >= 0 && q.Type == p.Type && q.fact != p.fact && !slices.Contains(sc.facts[p.fact].leaves, q.fact) &&
				!slices.Contains(out[i], q.fact) {
				out[i] = append(out[i], q.fact)
			}
		}
	}
	return out
}

// Version names everything that decides a Score besides the record: the matchers of the scenario
// and the scorer's own version. Stored scores with another version are out of date.
func Version(s *arena.Scenario) string {
	return digest(encoded(s, struct {
		Version int
		Facts   []arena.Fact
		Probes  []arena.Probe
		Rubric  []arena.Check
		Pass    int
		Unasked []arena.Probe `json:",omitempty"`
	}{scorerVersion, s.Facts, s.Probes, s.Final.Rubric, s.Final.Pass, s.Unasked}))
}

// FactsVersion names everything that decides where the facts of a scenario are found: their patterns
// and the version of the matchers. Probes and the rubric have no part in it.
func FactsVersion(s *arena.Scenario) string {
	return digest(fmt.Appendf(nil, "%d %s", scorerVersion, encoded(s, s.Facts)))
}

func encoded(s *arena.Scenario, part any) []byte {
	b, err := json.Marshal(part)
	if err != nil {
		panic(fmt.Sprintf("probes: encoding scenario %s: %v", s.ID, err)) // plain data
	}
	return b
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// Version is that of the scorer's scenario.
func (sc *Scorer) Version() string { return sc.version }

// Scenario is the scenario whose records are judged.
func (sc *Scorer) Scenario() *arena.Scenario { return sc.scenario }
