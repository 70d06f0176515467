package lab

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"contextarena.internal/lab/contrast"
	"contextarena.internal/llm"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// What differences between two strategies are assumed to spread where no earlier experiment
// tells: standard deviations of answer retention.
const (
	// between scenarios, of the paired difference: 0.098 in the recorded run of two strategies of
	// one kind on gpt-5-nano; two strategies of different kinds had about twice that
	assumedScenarioSD = 0.10
	// between repeats, of one strategy: 2.2 of 62 probes in seven recorded runs. That of other
	// numbers of probes is taken to go with the root of their number.
	assumedRepeatSD = 0.036
	assumedProbes   = 62.0
)

// Alpha and Power are what every detectable difference is computed for.
const (
	Alpha = 0.05 // of every test, two-sided
	Power = 0.80
)

// ScenariosToTell is how many scenarios tell such a difference in answer retention from chance, as a claim about strategies,
// where they spread as is assumed.
func ScenariosToTell(difference float64) int {
	n := 1
	for stats.FlipMDE(assumedScenarioSD, n, Alpha, Power) > difference {
		n++
	}
	return n
}

// Detectable is the least difference in answer retention between two strategies that a plan's
// trials would tell from chance, with Power, at Alpha, two-sided. Nil: they can't tell any.
type Detectable struct {
	Scenarios, Repeats int
	Sampled            *float64 // as a claim about strategies: the scenarios are a sample
	Fixed              *float64 // for these very scenarios: the repeats are
	ScenarioSD         float64  // of the paired difference, between scenarios
	RepeatSD           float64  // of one strategy's figure, between repeats
	From               int64    // the experiment the spreads were seen in; 0: they are assumed
}

// DetectableOf says before a run what it will be able to tell. The spreads are those of the newest
// experiment of the database that compares candidates on the same suite, stretched alike, and model.
func DetectableOf(ctx context.Context, l *Lab, p Plan) (Detectable, error) {
	r, err := resolve(p, l.Models)
	if err != nil {
		return Detectable{}, err
	}
	families, probes := map[string]bool{}, 0 // variants of a scenario are no further scenarios
	for _, s := range r.Played {
		families[cmp.Or(s.VariantOf, s.ID)] = true
		for _, p := range s.Probes {
			if p.Kind.Headline() {
				probes++
			}
		}
	}
	d := Detectable{
		Scenarios: len(r.Played), Repeats: r.Repeats, ScenarioSD: assumedScenarioSD,
		RepeatSD: assumedRepeatSD * math.Sqrt(assumedProbes/float64(max(1, probes))),
	}
	if l.DB != nil {
		if err := d.seen(ctx, l, r); err != nil {
			return Detectable{}, err
		}
	}
	d.Sampled = finite(stats.FlipMDE(d.ScenarioSD, len(families), Alpha, Power))
	d.Fixed = finite(stats.MDE(math.Sqrt2*d.RepeatSD, d.Repeats, Alpha, Power))
	return d, nil
}

func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) || x > 1 {
		return nil
	}
	return &x
}

// seen takes the spreads from the newest experiment that shows both.
func (d *Detectable) seen(ctx context.Context, l *Lab, r Resolved) error {
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return err
	}
	for _, e := range all {
		p, err := PlannedOf(e)
		if err != nil || p.Suite != r.suites() || p.Stretch != r.Stretch || p.Probes != r.Probes || p.Dialogue != string(r.Dialogue) || e.Status != store.Complete ||
			!slices.ContainsFunc(r.Answering, func(m llm.Model) bool { return slices.Contains(p.Models, m.String()) }) {
			continue
		}
		result := Result{Experiment: e, Planned: p}
		if result.Scenarios, result.Stretched, err = l.ScenariosOf(ctx, e, p); err != nil {
			continue // its scenarios are gone: the next one may do
		}
		if err := result.ReadTrials(ctx, l); err != nil {
			return err
		}
		scenarioSD, repeatSD, ok := spreads(Arms(result))
		if ok {
			d.ScenarioSD, d.RepeatSD, d.From = scenarioSD, repeatSD, e.Number
			return nil
		}
	}
	return nil
}

// spreads are the standard deviations between repeats and between scenarios: roots of the
// variances' means over candidates, and over pairs of them with one model. The mean of deviations
// themselves would be too small.
func spreads(arms []contrast.Arm) (scenarioSD, repeatSD float64, ok bool) {
	var between, within []float64
	for i, a := range arms {
		for j, b := range arms[:i+1] {
			if IsControl(a.Strategy) || IsControl(b.Strategy) || a.Model != b.Model {
				continue
			}
			m, err := contrast.Match(a, b)
			if err != nil {
				continue // they completed nothing alike
			}
			answers, _ := m.Read(contrast.Measures[0])
			if j == i {
				if x := byRepeat(answers); len(x) > 1 {
					within = append(within, stat.Variance(x, nil))
				}
			} else if len(answers) >= stats.MinClusters {
				differences := make([]float64, len(answers))
				for k, r := range answers {
					differences[k] = (r.A - r.B) / r.N
				}
				between = append(between, stat.Variance(differences, nil))
			}
		}
	}
	if len(between) == 0 || len(within) == 0 {
		return 0, 0, false
	}
	scenarioSD, repeatSD = math.Sqrt(stat.Mean(between, nil)), math.Sqrt(stat.Mean(within, nil))
	return scenarioSD, repeatSD, scenarioSD > 0 && repeatSD > 0
}

// byRepeat is the figure over all scenarios of as many repeats as completed each.
func byRepeat(rs contrast.Readings) []float64 {
	var n float64
	fewest := math.MaxInt
	for _, r := range rs {
		n += r.N
		fewest = min(fewest, len(r.TrialsA))
	}
	if n == 0 {
		return nil
	}
	out := make([]float64, fewest)
	for _, r := range rs {
		for i := range out {
			out[i] += r.TrialsA[i] * r.N / n
		}
	}
	return out
}

// Document says in a sentence what a plan will be able to tell.
func (d Detectable) Document() reports.Document {
	from := "spreads assumed"
	if d.From > 0 {
		from = fmt.Sprintf("spreads as in experiment %d", d.From)
	}
	least := func(x *float64) string {
		if x == nil {
			return "not at all"
		}
		return fmt.Sprintf("at %.1f points or more", 100**x)
	}
	return reports.Document{Sections: []reports.Section{{Notes: []string{fmt.Sprintf(
		"%s × %s can tell two strategies apart in answer retention %s as a claim about strategies, %s on these very scenarios (%.0f %% power; %s: %.1f points between scenarios, %.1f between repeats).",
		reports.Plural(d.Scenarios, "scenario"), reports.Plural(d.Repeats, "repeat"), least(d.Sampled), least(d.Fixed), 100*Power, from, 100*d.ScenarioSD, 100*d.RepeatSD,
	)}}}}
}
