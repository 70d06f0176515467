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
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
)

// Placement says where among the turns facts are stated.
type Placement string

// The placements: anywhere; in the first or last third, or more of it if they need more room; in
// runs of up to five turns with silence between them.
const (
	Uniform Placement = "uniform"
	Early   Placement = "early"
	Late    Placement = "late"
	Bursts  Placement = "bursts"
)

// Placements lists all placements.
var Placements = []Placement{Uniform, Early, Late, Bursts}

// Limits of a scenario.
const (
	MostTurns    = 20_000
	MostFacts    = 1_000
	MostTokens   = 1_000_000
	MostDepth    = 8
	MostSessions = 365
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

// Facts counts the facts of each type, in the order of FactTypes.
type Facts [7]int

// FactTypes are the types that can be asked for, as they are named in settings. Corrections are
// counted by themselves.
var FactTypes = []string{"entity", "identifier", "relationship", "quantity", "date", "decision", "spatial"}

// probed is each of FactTypes as probes name it.
var probed = []arena.FactType{arena.Entity, arena.PhoneID, arena.Relationship, arena.Quantity, arena.Date, arena.Decision, arena.Spatial}

// The types that others than their own name need.
var (
	quantity = slices.Index(FactTypes, "quantity")
	spatial  = slices.Index(FactTypes, "spatial")
	date     = slices.Index(FactTypes, "date")
)

// Total is the number of facts of all types.
func (f Facts) Total() int {
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
			parts = append(parts, FactTypes[i]+"="+strconv.Itoa(n))
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
		i := slices.Index(FactTypes, name)
		switch n, err := strconv.Atoi(count); {
		case i < 0 && name == string(arena.Correction):
			errs = append(errs, errors.New("facts: corrections are counted by themselves (--corrections)"))
		case i < 0:
			hint := "; known: " + strings.Join(FactTypes, ", ")
			if near := strictyaml.Nearest(name, FactTypes); near != "" {
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

var kebab = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Check says everything that is wrong with settings; nil if nothing is. What only shows once the
// conversation has been written, Tokens that are too few for it, is not checked.
func (s Settings) Check() error {
	var errs []error
	fault := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	fault(!kebab.MatchString(s.ID), "id: want kebab-case such as generated-7, have %q", s.ID)
	fault(s.Seed == "", "seed: want any text, such as 7")
	fault(s.Turns < 1 || s.Turns > MostTurns, "turns: want 1 to %d, have %d", MostTurns, s.Turns)
	facts, negative := s.Facts.Total(), false
	for i, n := range s.Facts {
		negative = negative || n < 0
		fault(n < 0, "facts: %s: %d is negative", FactTypes[i], n)
	}
	fault(!negative && (facts < 1 || facts > MostFacts), "facts: want 1 to %d in all, have %d", MostFacts, facts)
	noiseOK := s.Noise >= 0 && s.Noise < 1
	fault(!noiseOK, "noise: want at least 0 and less than 1 (with 1, no turn is left for a fact), have %v", s.Noise)
	fault(s.Corrections < 0, "corrections: %d is negative", s.Corrections)
	fault(!negative && s.Corrections > facts, "corrections: %d are more than the %d facts, each of which is corrected at most once", s.Corrections, facts)
	fault(s.ChainDepth < 0 || s.ChainDepth > MostDepth, "chain depth: want 0 to %d, have %d", MostDepth, s.ChainDepth)
	fault(s.ChainDepth > 0 && s.ChainDepth <= MostDepth && s.Facts[quantity] >= 0 && s.Facts[quantity] < s.ChainDepth+1,
		"chain depth: a chain of %d steps needs quantity=%d or more, have %d", s.ChainDepth, s.ChainDepth+1, s.Facts[quantity])
	fault(s.Absent < 0, "absent: %d is negative", s.Absent)
	fault(!negative && s.Absent > facts, "absent: want at most as many as facts (%d), have %d", facts, s.Absent)
	fault(s.Sessions < 1 || s.Sessions > MostSessions, "sessions: want 1 to %d, have %d", MostSessions, s.Sessions)
	fault(s.Turns >= 1 && s.Sessions > s.Turns, "sessions: %d are more than the %d turns", s.Sessions, s.Turns)
	fault(!slices.Contains(Placements, s.Placement), "placement: want uniform, early, late or bursts, have %q", s.Placement)
	fault(s.Tokens < 0 || s.Tokens > MostTokens, "tokens: want 0 to %d, have %d", MostTokens, s.Tokens)
	if s.Turns >= 1 && s.Turns <= MostTurns && noiseOK && !negative && s.Corrections >= 0 && s.Corrections <= facts {
		free := s.Turns - s.silent()
		need := facts + s.Corrections
		fault(need > room*free, "facts: %d facts and corrections don't fit: %d of %d turns may state something, each has room for %d", need, free, s.Turns, room)
		fault(need <= room*free && s.Corrections > 0 && free < 2, "corrections: a correction comes at a later turn than its fact, and only %d of %d turns may state something", free, s.Turns)
	}
	return errors.Join(errs...)
}

// String is the settings as flags of arena scenarios generate.
func (s Settings) String() string {
	text := fmt.Sprintf("--seed %q --turns %d --facts %s --corrections %d --chain-depth %d --absent %d --noise %v --sessions %d --placement %s",
		s.Seed, s.Turns, s.Facts, s.Corrections, s.ChainDepth, s.Absent, s.Noise, s.Sessions, s.Placement)
	if s.Tools {
		text += " --tools"
	}
	if s.Tokens > 0 {
		text += fmt.Sprintf(" --tokens %d", s.Tokens)
	}
	return text
}

// silent is the number of turns that must state nothing.
func (s Settings) silent() int { return int(math.Floor(s.Noise*float64(s.Turns) + 1e-9)) }

// chains is how many chains of derived values the quantities allow.
func (s Settings) chains() int {
	if s.ChainDepth == 0 {
		return 0
	}
	return s.Facts[quantity] / (s.ChainDepth + 1)
}
