package certify

import (
	"context"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/judge"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

// Floor is what the lower end of a judge's agreement with people, on kept or not kept, has to reach for the
// judge to be used.
const Floor = 0.9

// matcherName names the project's own matchers among the scorers.
const matcherName = "matchers"

// Report is how matchers and judges do on labelled replies.
type Report struct {
	Own     bool     `json:"own"` // the set is that of the program
	Set     Counted  `json:"set"`
	Floor   float64  `json:"floor"`
	Scorers []Scored `json:"scorers"`
}

// Counted is a set by its numbers.
type Counted struct {
	Name      string `json:"name"`
	Replies   int    `json:"replies"` // with a label that decides
	Scenarios int    `json:"scenarios"`
	Unclear   int    `json:"unclear"` // labelled so, and left out
}

// Scored is one scorer: the matchers or a judge.
type Scored struct {
	Scorer  string  `json:"scorer"`           // matchers, or the judge's name
	Prompt  string  `json:"prompt,omitempty"` // version of what a judge is asked
	Missing int     `json:"missing"`          // replies that a judge wasn't asked about
	Unsure  int     `json:"unsure"`
	Groups  []Group `json:"groups"` // the first is all
	// Certified says that a judge may be used. It is false for the matchers, and on any other set than the
	// program's own.
	Certified bool `json:"certified"`
}

// Run scores the matchers and judges on a set. Own says that it is that of the program.
func Run(ctx context.Context, l *lab.Lab, set Set, own bool, judges []store.Judge) (Report, error) {
	out := Report{Own: own, Floor: Floor, Set: set.counted()}
	matchers, err := Matchers(set)
	if err != nil {
		return out, err
	}
	out.Scorers = []Scored{scoredOf(matcherName, set, matchers)}
	for _, by := range judges {
		s, err := scoredJudge(ctx, l.DB, set, by)
		if err != nil {
			return out, err
		}
		if len(s.Groups) > 0 {
			s.Certified = own && s.refusal() == ""
			out.Scorers = append(out.Scorers, s)
		}
	}
	return out, nil
}

func (s Set) counted() Counted {
	of := map[string]bool{}
	for _, r := range s.Replies {
		of[r.Scenario] = true
	}
	n := len(s.labelled())
	return Counted{Name: s.Name, Replies: n, Scenarios: len(of), Unclear: len(s.Replies) - n}
}

func scoredOf(name string, set Set, said Opinion) Scored {
	all := collect(set, said)
	out := Scored{Scorer: name, Missing: len(set.labelled()) - len(all), Groups: []Group{}}
	for _, j := range all {
		if j.verdict == judge.Unsure {
			out.Unsure++
		}
	}
	if len(all) > 0 {
		out.Groups = groupsOf(all)
	}
	return out
}

func scoredJudge(ctx context.Context, db *store.DB, set Set, by store.Judge) (Scored, error) {
	said, err := judge.Stored(ctx, db, by)
	if err != nil {
		return Scored{}, err
	}
	out := scoredOf(by.Model.String(), set, opinions(set, said))
	out.Prompt = by.Prompt
	return out, nil
}

// refusal is why a judge isn't certified, empty if it is.
func (s Scored) refusal() string {
	switch {
	case len(s.Groups) == 0:
		return "it hasn't judged the certification set"
	case s.Missing > 0:
		return fmt.Sprintf("it hasn't judged %d replies of the certification set", s.Missing)
	case s.Groups[0].Agreement.Low == nil:
		return "its agreement with people has no interval: " + s.Groups[0].Agreement.Note
	case *s.Groups[0].Agreement.Low < Floor:
		return fmt.Sprintf("it agrees with people on kept or not kept for %s %%, and the lower end has to reach %.0f %%", s.Groups[0].Agreement.Cell(), 100*Floor)
	}
	return ""
}

// Certified is how a judge did on the set of the program. It is an arena.Mistake that names the command to
// type if the judge hasn't judged all of it or falls short of Floor.
func Certified(ctx context.Context, db *store.DB, by store.Judge) (Scored, error) {
	set, err := Load()
	if err != nil {
		return Scored{}, err
	}
	s, err := scoredJudge(ctx, db, set, by)
	if err != nil {
		return s, err
	}
	if why := s.refusal(); why != "" {
		return s, arena.Mistake{Err: fmt.Errorf("%s isn't certified as a judge: %s (arena certify --judge %s)", by.Model, why, by.Model)}
	}
	s.Certified = true
	return s, nil
}

// Caption is what stands with every figure that a judge has a part in.
func (s Scored) Caption() string {
	all := s.Groups[0]
	return fmt.Sprintf("Judge %s: agrees with people on kept or not kept for %s %% of %s labelled replies; of those they call kept it finds %s %%, stale %s %%, lost %s %%.",
		s.Scorer, all.Agreement.Cell(), reports.Thousands(float64(all.N)), all.Kept.Cell(), all.Stale.Cell(), all.Lost.Cell())
}
