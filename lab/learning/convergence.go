package learning

import (
	"fmt"

	"contextarena.internal/lab/predictions"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// The plateau is the mean gain of the last sessions, a quarter of them and at least three, and a
// chain has settled once its gain stays within settled of it.
const (
	settled         = 0.02
	settleResamples = 2000
)

// Convergence says when the gain settled.
type Convergence struct {
	Chains   int            `json:"chains"` // that were measured after every session; the others don't count
	Tail     int            `json:"tail"`   // sessions of the plateau
	Margin   float64        `json:"margin"` // of a share
	Plateau  reports.Figure `json:"plateau"`
	At       int            `json:"at"`   // session from which on the mean gain stays within the margin; one more than there are if none
	Low      int            `json:"low"`  // bootstrap over chains; 0 where there is none
	High     int            `json:"high"` // likewise
	Note     string         `json:"note,omitempty"`
	PerTrain float64        `json:"per_train"` // At by scenario that is trained on
	Verdict  stats.Verdict  `json:"verdict"`   // on 5 to 8 sessions per type of conversation
	Why      string         `json:"why"`
}

// converged says when the gain on a set settled. Only chains that were measured after every session
// count.
func (l Learning) converged(set string) Convergence {
	sessions, trained := l.Plan.Sessions, max(1, len(l.Plan.Train))
	out := Convergence{Tail: min(sessions, max(3, sessions/4)), Margin: settled}
	var curves [][]float64
	var ends []stats.Cluster
	for _, c := range l.chains {
		var curve []float64
		end := stats.Cluster{}
		for session := 1; session <= sessions; session++ {
			m := c.measure(set, session)
			if m.n == 0 {
				break
			}
			gain := float64(m.kept-m.before) / float64(m.n)
			curve = append(curve, gain)
			if session > sessions-out.Tail {
				end = stats.Cluster{Sum: end.Sum + gain, N: end.N + 1}
			}
		}
		if len(curve) == sessions {
			curves, ends = append(curves, curve), append(ends, end)
		}
	}
	s := stats.Settle(curves, out.Tail, settled, settleResamples, uint64(l.Plan.Seed), tally.Alpha)
	out.At, out.Low, out.High, out.Note = s.At, s.Low, s.High, s.Note
	out.PerTrain = float64(s.At) / float64(trained)
	out.Plateau = overChains(stats.PairedMean(ends, true, tally.Alpha), l.about(set))
	out.Chains = len(curves)
	out.Verdict, out.Why = out.judge(sessions, trained)
	return out
}

// judge says what a run shows about the proposal's 5 to 8 sessions per type of conversation. Each
// scenario that is trained on is taken for a type.
func (c Convergence) judge(sessions, trained int) (verdict stats.Verdict, why string) {
	e, p := c.Plateau.Estimate(), predictions.Of("learning/settles")
	low, high := float64(c.Low)/float64(trained), float64(c.High)/float64(trained)
	switch {
	case c.At == 0 || c.Low == 0:
		return stats.Undecided, "too few chains were measured after every session"
	case e.Interval == nil && e.Mean <= 0, e.Interval != nil && e.Interval.High <= 0:
		return stats.NotSupported, "nothing was gained, so there is nothing to converge to"
	case e.Interval != nil && e.Interval.Low <= 0:
		return stats.Undecided, "the gain can't be told from none, and convergence to nothing means nothing"
	case c.High > sessions:
		return stats.Undecided, "the gain may not have settled within the sessions: play more"
	case low >= p.AtLeast && high <= p.AtMost:
		return stats.Supported, "the whole interval lies within 5 to 8 sessions per scenario trained on"
	case high < p.AtLeast:
		return stats.NotSupported, "it settled sooner than after 5 sessions per scenario trained on"
	case low > p.AtMost:
		return stats.NotSupported, "it settled later than after 8 sessions per scenario trained on"
	}
	return stats.Undecided, "the interval reaches beyond 5 to 8 sessions per scenario trained on"
}

// sentence is the convergence in words.
func (c Convergence) sentence(sessions int) string {
	at := fmt.Sprintf("the gain settled after session %d", c.At)
	switch {
	case c.At == 0:
		at = "whether the gain settled can't be told"
	case c.At > sessions:
		at = fmt.Sprintf("the gain didn't settle within %s", reports.Plural(sessions, "session"))
	}
	if c.Low > 0 {
		at += fmt.Sprintf(" [%d–%d]", c.Low, c.High)
	}
	note := c.Note
	if note != "" {
		note = ", " + note
	}
	p := predictions.Of("learning/settles")
	return fmt.Sprintf("Plateau, the mean gain of the last %d: %s; %s, %.1f per scenario trained on. Settled: stays within %.0f points of the plateau; interval: bootstrap over chains%s. The proposal expects %g to %g sessions per type: %s (%s).",
		c.Tail, c.Plateau.Cell(), at, c.PerTrain, 100*c.Margin, note, p.AtLeast, p.AtMost, c.Verdict, c.Why)
}
