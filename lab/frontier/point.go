package frontier

import (
	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/pareto"
	"contextarena.internal/stats"
)

// Point is a configuration with its figures. Costs are of a conversation at nominal prices.
type Point struct {
	Levels      []string // by dimension of the space; empty where it doesn't apply
	At          []int    // the same by place, as space.Space.Levels
	Strategy    string   // label
	MemoryModel string   // empty: the model that answers
	Stands      int      // combinations of the space that behave the same

	Cost                                    float64 // write and read, in Frontier.Unit
	WriteUSD, ReadUSD, QuestionUSD          float64
	Tokens                                  float64 // write and read
	WriteTokens, ReadTokens, QuestionTokens float64
	Priced                                  bool           // every model has a price; else the costs mean nothing
	Latency                                 float64        // seconds of a question; 0 where it isn't known
	Retention                               stats.Estimate // headline's probes at the answer level, scenarios as a sample; no interval where all agree
	Weighted                                float64        // by fact types' weights
	Worst                                   float64        // least pooled retention of a fact type; 0 without a type
	WorstType                               arena.FactType // empty: no type has enough probes
	Tasks                                   stats.Estimate // share passed, scenarios as a sample
	OnFront                                 *float64       // chance to be on the front in cost and retention; nil where it isn't estimable
	OnFrontWithWorst                        *float64       // and in the worst type too
}

func newPoint(p lab.SweptPoint, plan lab.Planned, trialRows [][][]float64, sums []float64, counts []pareto.Count, pools []*pareto.Pool, weights []float64) Point {
	n := sums[trials]
	out := Point{
		Levels: p.Levels, At: p.At, Strategy: p.Label, MemoryModel: p.MemoryModel, Stands: p.Stands,
		Cost: cost.of(sums), WriteUSD: sums[writeUSD] / n, ReadUSD: sums[readUSD] / n, QuestionUSD: sums[questionUSD] / n,
		Tokens: tokens.of(sums), WriteTokens: sums[writeTokens] / n, ReadTokens: sums[readTokens] / n, QuestionTokens: sums[questionTokens] / n,
		Priced: true, Weighted: weighted(weights).of(sums),
		Retention: stats.ClusterMean(clusters(trialRows, kept, asked, plan.Repeats), alpha),
		Tasks:     stats.ClusterMean(clusters(trialRows, passed, trials, plan.Repeats), alpha),
	}
	if sums[timed] > 0 {
		out.Latency = slowness.of(sums)
	}
	for _, repeats := range p.Trials {
		for _, t := range repeats {
			out.Priced = out.Priced && (!t.Completed() || t.Cost.Priced)
		}
	}
	if w, ft := pareto.Worst(pools, counts); ft >= 0 {
		out.Worst, out.WorstType = w, arena.FactTypes[ft]
	}
	return out
}

// clusters are the sums of a share over scenarios, repeats averaged.
func clusters(scenarios [][][]float64, k, n, repeats int) []stats.Cluster {
	var out []stats.Cluster
	for _, repeated := range scenarios {
		var c stats.Cluster
		for _, r := range repeated {
			c.Sum += r[k] / float64(repeats)
			c.N += r[n] / float64(repeats)
		}
		out = append(out, c)
	}
	return out
}

// charge is what a point costs by questions: the upkeep of its memory once and each question that reads
// it, in USD or tokens. The dialogue that goes on anyway is in neither.
func (p Point) charge(unit string) pareto.Cost {
	if unit == Tokens {
		return pareto.Cost{Write: p.WriteTokens, Read: p.QuestionTokens}
	}
	return pareto.Cost{Write: p.WriteUSD, Read: p.QuestionUSD}
}
