package evolution

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/emas"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/stats"
)

// shown writes a share with its interval.
func shown(mean float64, interval *stats.Interval) string {
	if interval == nil {
		return fmt.Sprintf("%.1f %% [n/a]", 100*mean)
	}
	return fmt.Sprintf("%.1f %% [%.0f–%.0f]", 100*mean, 100*interval.Low, 100*interval.High)
}

// points writes a difference of shares in points with its interval.
func points(e stats.Estimate) string {
	if e.Interval == nil {
		return fmt.Sprintf("%.1f points [n/a]", 100*e.Mean)
	}
	return fmt.Sprintf("%.1f points [%.0f, %.0f]", 100*e.Mean, 100*e.Interval.Low, 100*e.Interval.High)
}

// expected gives the expectations their verdicts.
func (r Run) expected(shares []Share, routing *Routing) []predictions.Expectation {
	return []predictions.Expectation{r.retained(), encodes(shares), routes(routing)}
}

// retained asks whether evolved configurations keep 88 to 92 %.
func (r Run) retained() predictions.Expectation {
	p := predictions.Of("evolution/retained")
	best := r.best()
	if best < 0 || r.Elites[best].Fresh == nil {
		return p.Found(stats.NotEstimable, "there is no elite that was measured by fresh repeats")
	}
	elite := r.Elites[best]
	all, again := slices.Concat(r.Search, r.Held), r.again()
	have := r.retention(again, []emas.Genome{elite.Genome}, all)
	found := fmt.Sprintf("the best elite, %s, keeps %s", elite.Name, shown(have.Mean, have.Interval))
	if have.Interval != nil && have.Interval.Low > p.AtMost {
		found += ", more than expected"
	}
	baseline := []Measured{{Trials: r.Baselines[2].Trials}}
	if its := r.retention(baseline, []emas.Genome{0}, all); its.Defined() {
		var ahead []stats.Cluster
		for _, id := range all {
			a, b := trialsOn(again, elite.Genome, id), trialsOn(baseline, 0, id)
			k, asked := kept(a)
			other, of := kept(b)
			if asked == 0 || of == 0 {
				continue
			}
			n := asked / float64(len(a))
			ahead = append(ahead, stats.Cluster{Sum: n * (k/asked - other/of), N: n})
		}
		found += fmt.Sprintf("; hybrid keeps %s, so the elite is ahead by %s", shown(its.Mean, its.Interval), points(stats.PairedMean(ahead, true, alpha)))
	}
	return p.Found(stats.Judge(have.Interval, stats.AtLeast(p.AtLeast)), found)
}

// encodes asks whether encode dominates.
func encodes(shares []Share) predictions.Expectation {
	p := predictions.Of("evolution/encodes")
	if len(shares) == 0 {
		return p.Found(stats.NotEstimable, "too few pipelines were drawn at random")
	}
	var said []string
	var most, encode Share
	for _, s := range shares {
		if s.Module == "" {
			continue
		}
		said = append(said, s.Module+" "+shown(*s.Mean.Mean, s.interval()))
		if most.Module == "" || *s.Mean.Mean > *most.Mean.Mean {
			most = s
		}
		if s.Module == "encode" {
			encode = s
		}
	}
	found := fmt.Sprintf("; no module explains more than %.0f %%, so the landscape isn't degenerate in the proposal's sense", 100*p.Degenerate)
	if *most.Mean.Mean > p.Degenerate {
		found = fmt.Sprintf("; the landscape is degenerate, as the proposal feared: %s alone explains more than %.0f %%", most.Module, 100*p.Degenerate)
	}
	return p.Found(stats.Judge(encode.interval(), stats.AtLeast(p.AtLeast)), strings.Join(said, ", ")+found)
}

// routes asks whether the router is right in 85 % of cases.
func routes(routing *Routing) predictions.Expectation {
	p := predictions.Of("evolution/routes")
	if routing == nil {
		return p.Found(stats.NotEstimable, "there is no router")
	}
	var found []string
	var decides Router
	for _, router := range routing.Routers {
		switch router.Name {
		case oracleChoice:
			continue
		case labelChoice:
			decides = router
		}
		found = append(found, router.Name+" "+shown(*router.Accuracy.Mean, router.Accuracy.interval()))
	}
	if decides.Name == "" {
		return p.Found(stats.NotEstimable, "the model wasn't asked for the kinds of conversations")
	}
	instead := "; it can't be told from playing the best single configuration always"
	switch i := decides.Ahead.interval(); {
	case i == nil && *decides.Ahead.Mean == 0:
		instead = "; it plays no better than the best single configuration"
	case i == nil:
		instead = ""
	case i.Low > 0:
		instead = "; it regrets less than the best single configuration"
	case i.High < 0:
		instead = "; the best single configuration regrets less"
	}
	return p.Found(stats.Judge(decides.Accuracy.interval(), stats.AtLeast(p.AtLeast)), strings.Join(found, ", ")+instead)
}
