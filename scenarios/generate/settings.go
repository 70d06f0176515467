// Package generate writes scenarios out of a seed: as many facts of each type as are asked for, in
// a conversation of any length.
//
//  1. The order of events is decided (place.go): which fact is stated at which turn, and which is
//     corrected later.
//  2. A small world lives through them (world.go): every event sets a value, and what follows from
//     several values is computed anew whenever one of them changes. So the ground truth is exact.
//  3. Only then it is talked about (talk.go): sentences from a grammar (grammar.yaml) and small talk
//     between them.
//  4. The conversation and what is asked about it are written as YAML, turn by turn (write.go).
//
// Everything is drawn from the seed: equal settings give equal bytes.
package generate

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/scenarios"
)

// Placement says where among the turns facts are stated.
type Placement string

// The placements: anywhere; in the first or last third, or more of it if they need more room; in
// runs of up to five turns with silence between them.
const (
	uniform Placement = "uniform"
	early   Placement = "early"
	late    Placement = "late"
	bursts  Placement = "bursts"
)

// placements lists all placements.
var placements = []Placement{uniform, early, late, bursts}

// Limits of a scenario.
const (
	mostTurns    = 20_000
	mostFacts    = 1_000
	mostTokens   = 1_000_000
	mostDepth    = 8
	mostSessions = 365
	room         = 3 // statements that a turn has room for
)

// Settings say what a scenario is to have. The zero value is none that Check accepts.
type Settings struct {
	ID   string // kebab-case
	Seed string // any text
	// Turns is the number of turns before Tokens adds further ones. Facts and corrections share
	// the turns that noise leaves, at least one and at most three to a turn; where there are more
	// turns than statements, those left over are noise as well.
	Turns       int
	Facts       Facts
	Corrections int // how many of the facts are corrected, each once, at a later turn
	// Deletions is how many facts, others than the corrected ones, are struck out at a later turn.
	// Nothing is derived from them, and they are facts of as many things.
	Deletions  int
	Historical int // how many corrected or deleted facts are asked for as they were before, too
	// ChainDepth is how many steps deep values are derived from quantities; 0 derives nothing. A
	// chain of depth n takes n+1 quantities, and there are as many chains as quantities allow. From
	// 1 on there are also days between two dates, and counts of what stands in one place.
	ChainDepth int
	Absent     int     // probes of what is never said
	Noise      float64 // least share of the turns that state nothing, from 0 to less than 1
	Sessions   int     // each on a day of its own
	Tools      bool    // some replies look something up first
	Placement  Placement
	// Tokens is how long the scripted transcript is to be at least: it is filled up with small
	// talk. It ends with the exchange that reaches the number. 0 adds nothing.
	Tokens int
}

// Defaults are the settings of a scenario of which nothing is said but its seed and id.
func Defaults() Settings {
	return Settings{
		Turns: 40, Facts: Facts{4, 4, 4, 8, 4, 4, 6}, Corrections: 8, ChainDepth: 3, Absent: 4,
		Noise: 0.5, Sessions: 3, Placement: uniform,
	}
}

// Facts counts the facts of each type, in the order of factTypes.
type Facts [7]int

// factTypes are the types that can be asked for, as they are named in settings. Corrections are
// counted by themselves.
var factTypes = []string{"entity", "identifier", "relationship", "quantity", "date", "decision", "spatial"}

// probed is each of factTypes as probes name it.
var probed = []arena.FactType{arena.Entity, arena.PhoneID, arena.Relationship, arena.Quantity, arena.Date, arena.Decision, arena.Spatial}

// The types that others than their own name need.
var (
	quantity = slices.Index(factTypes, "quantity")
	spatial  = slices.Index(factTypes, "spatial")
	date     = slices.Index(factTypes, "date")
)

// total is the number of facts of all types.
func (f Facts) total() int {
	n := 0
	for _, k := range f {
		n += k
	}
	return n
}

// String is the counts as ParseFacts reads them, without types that have none.
func (f Facts) String() string {
	var parts []string
	for i, n := range f {
		if n != 0 {
			parts = append(parts, factTypes[i]+"="+strconv.Itoa(n))
		}
	}
	return strings.Join(parts, ",")
}

// ParseFacts reads counts such as "identifier=20,quantity=10". The error holds every mistake.
func ParseFacts(text string) (Facts, error) {
	var f Facts
	var errs []error
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		name, count, ok := strings.Cut(strings.TrimSpace(part), "=")
		i := slices.Index(factTypes, name)
		switch n, err := strconv.Atoi(count); {
		case i < 0 && name == string(arena.Correction):
			errs = append(errs, errors.New("facts: corrections are counted by themselves (--corrections)"))
		case i < 0:
			hint := "; known: " + strings.Join(factTypes, ", ")
			if near := strictyaml.Nearest(name, factTypes); near != "" {
				hint = "; did you mean " + near + "?"
			}
			errs = append(errs, fmt.Errorf("facts: unknown type %q%s", name, hint))
		case !ok || err != nil:
			errs = append(errs, fmt.Errorf("facts: %s: want a whole number such as %s=10, have %q", name, name, count))
		case seen[name]:
			errs = append(errs, fmt.Errorf("facts: %s is given twice", name))
		default:
			f[i] = n
		}
		seen[name] = true
	}
	return f, errors.Join(errs...)
}

// Name makes the settings' id that of the file they are written to, if it is named ID.yaml, else one made
// of the seed. An id that was given has to be that of the file.
func (s *Settings) Name(file string) error {
	stem, isYAML := strings.CutSuffix(filepath.Base(file), ".yaml")
	switch {
	case s.ID == "" && isYAML:
		s.ID = stem
	case s.ID == "":
		s.ID = IDOf(s.Seed)
	case isYAML && s.ID != stem:
		return fmt.Errorf("id: a file of %s is named %s.yaml, have --out %s", s.ID, s.ID, file)
	}
	return nil
}

// IDOf is the id of a scenario of which nothing is known but its seed. A seed that isn't kebab-case
// itself gets a part of its SHA-256 hash, so that no two of them have the same id.
func IDOf(seed string) string {
	id := "generated-" + seed
	kebab := scenarios.Kebab(id)
	if kebab == id && len(id) <= longID {
		return id
	}
	id = strings.TrimRight(kebab[:min(len(kebab), longID)], "-")
	return fmt.Sprintf("%s-%.4x", id, sha256.Sum256([]byte(seed)))
}

// longID is the length from which an id made of a seed is cut, since it is a file's name as well.
const longID = 80

// Check says everything that is wrong with settings; nil if nothing is. What only shows once the
// conversation has been written, Tokens that are too few for it, is not checked.
func (s Settings) Check() error {
	var errs []error
	fault := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	within := func(have, least, most int, name string) {
		fault(have < least || have > most, "%s: want %d to %d, have %d", name, least, most, have)
	}
	fault(s.ID == "" || s.ID != scenarios.Kebab(s.ID), "id: want kebab-case such as generated-7, have %q", s.ID)
	fault(s.Seed == "", "seed: want any text, such as 7")
	fault(!(s.Noise >= 0 && s.Noise < 1), "noise: want at least 0 and less than 1 (with 1, no turn is left for a fact), have %v", s.Noise)
	fault(!slices.Contains(placements, s.Placement), "placement: want uniform, early, late or bursts, have %q", s.Placement)
	within(s.Turns, 1, mostTurns, "turns")
	for i, n := range s.Facts {
		within(n, 0, mostFacts, "facts: "+factTypes[i])
	}
	within(s.ChainDepth, 0, mostDepth, "chain depth")
	within(s.Sessions, 1, mostSessions, "sessions")
	fault(s.Turns > 0 && s.Sessions > s.Turns, "sessions: %d are more than the %d turns", s.Sessions, s.Turns)
	within(s.Tokens, 0, mostTokens, "tokens")
	facts, corrections := s.Facts.total(), max(0, s.Corrections)
	if slices.Min(s.Facts[:]) >= 0 && s.ChainDepth >= 0 {
		within(facts, 1, mostFacts, "facts: all types together")
		within(s.Absent, 0, facts, "absent: of the facts' things")
		within(s.Corrections, 0, facts, "corrections: of each fact at most one")
		within(s.Deletions, 0, max(0, min(facts-corrections, len(s.deletable()))),
			"deletions: of facts that aren't corrected, and from which nothing is derived (more entities, identifiers, relationships or decisions, or chain depth 0)")
		fault(s.ChainDepth > 0 && s.ChainDepth <= mostDepth && s.Facts[quantity] < s.ChainDepth+1,
			"chain depth: a chain of %d steps needs quantity=%d or more, have %d", s.ChainDepth, s.ChainDepth+1, s.Facts[quantity])
	}
	within(s.Historical, 0, corrections+max(0, s.Deletions), "historical: of the facts that are corrected or deleted")
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	free := s.Turns - s.silent()
	need := facts + s.Corrections + s.Deletions
	later := 1 // turns that it takes, since what changes a value comes at a later turn
	if s.Corrections+s.Deletions > 0 {
		later = 2
	}
	fault(need > room*free, "facts: %d facts and corrections don't fit: %d of %d turns may state something, each has room for %d", need, free, s.Turns, room)
	fault(need <= room*free && free < later, "turns: a change comes at a later turn than what it changes: at least %d have to state something, and %d of %d may", later, free, s.Turns)
	return errors.Join(errs...)
}

// silent is the number of turns that must state nothing.
func (s Settings) silent() int { return int(math.Floor(s.Noise*float64(s.Turns) + 1e-9)) }

// first is the first fact of each type, and behind them the number of all facts.
func (s Settings) first() []int {
	first := make([]int, len(factTypes)+1)
	for kind, n := range s.Facts {
		first[kind+1] = first[kind] + n
	}
	return first
}

// deletable are the facts from which nothing can be derived, whatever is corrected.
func (s Settings) deletable() []int {
	derived := map[int]int{} // by type: how many of its facts, the first ones, something may follow from
	if s.ChainDepth > 0 {
		derived[quantity] = s.chains() * (s.ChainDepth + 1)
		derived[date] = s.Facts[date] / 2 * 2
		derived[spatial] = s.Facts[spatial] / sharing * sharing
	}
	var out []int
	for kind, from := range s.first()[:len(factTypes)] {
		for i := derived[kind]; i < s.Facts[kind]; i++ {
			out = append(out, from+i)
		}
	}
	return out
}

// chains is how many chains of derived values the quantities allow.
func (s Settings) chains() int {
	if s.ChainDepth == 0 {
		return 0
	}
	return s.Facts[quantity] / (s.ChainDepth + 1)
}
