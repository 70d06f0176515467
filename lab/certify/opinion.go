package certify

import (
	"contextarena.internal/arena"
	"contextarena.internal/lab/judge"
	"contextarena.internal/probes"
)

// Opinion is what one scorer says of the replies of a set, in their order; empty where it wasn't asked.
type Opinion []probes.Result

// Matchers are the verdicts of the project's own matchers, each reply taken as the answer to its probe. A
// void one has no verdict.
func Matchers(s Set) (Opinion, error) {
	scorers := map[*arena.Scenario]*probes.Scorer{}
	out := make(Opinion, len(s.Replies))
	for i, r := range s.Replies {
		a := s.asked[i]
		scorer := scorers[a.scenario]
		if scorer == nil {
			var err error
			if scorer, err = probes.NewScorer(a.scenario); err != nil {
				return nil, err
			}
			scorers[a.scenario] = scorer
		}
		if v := scorer.AnswerTo(a.probe, r.Reply); v.Result != probes.Void {
			out[i] = v.Result
		}
	}
	return out, nil
}

// opinions are a judge's verdicts.
func opinions(s Set, said judge.Verdicts) Opinion {
	out := make(Opinion, len(s.Replies))
	for i := range s.Replies {
		out[i] = said[s.judgeCase(i).Subject()]
	}
	return out
}
