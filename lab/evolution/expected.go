package evolution

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/stats"
	"contextarena.internal/strategies/routed"
)

// What the proposal expects.
const (
	claimedKept  = 0.88
	claimedBelow = 0.92
	claimedRight = 0.85
	dominance    = 0.5
	degenerate   = 0.8
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
func (r Run) expected(insight *Insight, routing *Routing) []lab.Expectation {
	return []lab.Expectation{r.retained(), r.encodes(insight), r.routes(routing)}
}

// retained asks whether evolved configurations keep 88 to 92 %.
func (r Run) retained() lab.Expectation {
	e := lab.Expectation{
		Claim: "Evolved configurations keep 88–92 %, where hybrid keeps about 80 %.",
		Rule:  "the share of probes that the best elite keeps in fresh repeats on all scenarios: its interval over scenarios from 88 % on (supported) or below (not supported)",
	}
	elites := r.Archive.Elites()
	if len(elites) == 0 || len(r.again) == 0 {
		e.Verdict, e.Finding = stats.NotEstimable, "there is no elite that was measured by fresh repeats"
		return e
	}
	all := slices.Concat(r.Search, r.Held)
	best := r.best()
	have := r.retention(r.again, []emas.Genome{best.Genome}, all)
	e.Finding = fmt.Sprintf("the best elite, %s, keeps %s", r.Space.Name(best.Genome), shown(have.Mean, have.Interval))
	e.Verdict = stats.Judge(have.Interval, stats.AtLeast(claimedKept))
	if have.Interval != nil && have.Interval.Low > claimedBelow {
		e.Finding += ", more than expected"
	}
	hybrid := []measured{{trials: r.Baselines[2].Trials}}
	its := r.retention(hybrid, []emas.Genome{0}, all)
	if its.Defined() {
		var ahead []stats.Cluster
		for _, id := range all {
			a, b := trialsOn(r.again, best.Genome, id), trialsOn(hybrid, 0, id)
			k, asked := kept(a)
			other, of := kept(b)
			if asked == 0 || of == 0 {
				continue
			}
			n := asked / float64(len(a))
			ahead = append(ahead, stats.Cluster{Sum: n * (k/asked - other/of), N: n})
		}
		d := stats.PairedMean(ahead, true, alpha)
		e.Finding += fmt.Sprintf("; hybrid keeps %s, so the elite is ahead by %s", shown(its.Mean, its.Interval), points(d))
	}
	return e
}

// encodes asks whether encode dominates.
func (r Run) encodes(insight *Insight) lab.Expectation {
	e := lab.Expectation{
		Claim: "The encode module likely dominates the variance of fitness.",
		Rule:  "its share of the variance over the whole space: the interval over scenarios above a half (supported) or below (not supported)",
	}
	if insight == nil || insight.Why != "" {
		e.Verdict, e.Finding = stats.NotEstimable, "the whole space wasn't measured: arena evolve --exhaustive does it"
		if insight != nil {
			e.Finding = insight.Why
		}
		return e
	}
	var shares []string
	most := insight.Modules[0]
	var encode Part
	for _, m := range insight.Modules {
		share := fmt.Sprintf("%s %.1f %%", m.Of[0], 100*m.Share) // several settings together have no interval
		if len(m.dimensions) == 1 {
			share = fmt.Sprintf("%s %s", m.Of[0], shown(m.Share, m.interval()))
		}
		shares = append(shares, share)
		if m.Share > most.Share {
			most = m
		}
		if m.Of[0] == "encode" {
			encode = m
		}
	}
	e.Finding = strings.Join(shares, ", ")
	if most.Share > degenerate {
		e.Finding += fmt.Sprintf("; the landscape is degenerate, as the proposal feared: %s alone explains more than 80 %%", most.Of[0])
	} else {
		e.Finding += "; no module explains more than 80 %, so the landscape isn't degenerate in the proposal's sense"
	}
	e.Verdict = stats.Judge(encode.interval(), stats.AtLeast(dominance))
	return e
}

// routes asks whether the router is right in 85 % of cases.
func (r Run) routes(routing *Routing) lab.Expectation {
	e := lab.Expectation{
		Claim: "The router is right in 85 % or more.",
		Rule:  "the accuracy of the router by one model call (by centroids where no model was asked), on each scenario that it and the archive were made without: its interval from 85 % on (supported) or below (not supported); a cell within noise of the best is right",
	}
	if routing == nil {
		e.Verdict, e.Finding = stats.NotEstimable, "there is no router"
		return e
	}
	var found []string
	decides := routed.ByCentroids
	for _, router := range routing.Routers {
		found = append(found, fmt.Sprintf("%s %s", router.Name, shown(router.Accuracy.Mean, router.Accuracy.interval())))
		if router.Name == routed.ByLabel {
			decides = routed.ByLabel
		}
	}
	e.Finding = strings.Join(found, ", ")
	for _, router := range routing.Routers {
		if router.Name != decides {
			continue
		}
		e.Verdict = stats.Judge(router.Accuracy.interval(), stats.AtLeast(claimedRight))
		switch i := router.Spared.interval(); {
		case i == nil && router.Spared.Mean == 0:
			e.Finding += "; it plays no better than the best single configuration"
		case i == nil:
		case i.Low > 0:
			e.Finding += "; it regrets less than the best single configuration"
		case i.High < 0:
			e.Finding += "; the best single configuration regrets less"
		default:
			e.Finding += "; it can't be told from playing the best single configuration always"
		}
	}
	return e
}
