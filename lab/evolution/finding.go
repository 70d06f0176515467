package evolution

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/emas"
	"contextarena.internal/lab/choice"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// noise is the least share of elites that must stay in their cell where nothing chose them, for the grid to say something.
const noise = 0.6

// candidates are the elites as trials show them that chose none, beside full_context, the first, hybrid and retrieval; nil without such trials.
func (r Run) candidates() []choice.Candidate {
	if len(r.Elites) == 0 || r.Elites[0].Fresh == nil || len(r.Baselines) < 3 {
		return nil
	}
	of := func(name string, trials []emas.Trial) choice.Candidate {
		c := choice.Candidate{Name: name}
		for _, s := range r.Scenarios {
			var here []emas.Trial
			var passed stats.Cluster
			for _, t := range trials {
				if t.Scenario != s.ID {
					continue
				}
				here = append(here, t)
				c.Write, c.Writes = c.Write+t.Cost, c.Writes || t.Upkeep > 0
				if passed.N++; t.Passed {
					passed.Sum++
				}
			}
			sum, asked := kept(here)
			n := float64(max(1, len(here)))
			c.Kept = append(c.Kept, stats.Cluster{Sum: sum / n, N: asked / n})
			c.Passed = append(c.Passed, stats.Cluster{Sum: passed.Sum / n, N: passed.N / n})
		}
		c.Write /= float64(max(1, len(trials)))
		return c
	}
	var out []choice.Candidate
	for _, b := range r.Baselines[1:] {
		out = append(out, of(b.Strategy, b.Trials))
	}
	for _, e := range r.Elites {
		trials := e.Fresh.Trials
		if e.Unseen != nil {
			trials = slices.Concat(trials, e.Unseen.Trials)
		}
		out = append(out, of(e.Name, trials))
	}
	return out
}

// Choose finds what to use where this is asked for; nothing where no trial is left that chose no elite.
func (e *Report) Choose(ask choice.Ask) {
	e.Choice = nil
	if e.candidates != nil {
		e.Choice = new(choice.Of(ask, e.Unit, e.candidates, 0, max(0, e.Found.Distinct-len(e.Elites))))
	}
}

// beside says what the first elite keeps, passes and costs, and what its rivals do.
func (e Report) beside() []string {
	if len(e.candidates) == 0 {
		return nil
	}
	rivals := len(e.candidates) - len(e.Elites)
	var parts []string
	for i, c := range e.candidates[:rivals+1] {
		if i == rivals {
			c.Name = "this elite"
		}
		parts = append(parts, fmt.Sprintf("%s %.0f %%, %.0f %%, %.2g", c.Name, 100*stats.ClusterMean(c.Kept, 0.05).Mean, 100*stats.ClusterMean(c.Passed, 0.05).Mean, c.Write/e.candidates[0].Write))
	}
	return []string{"Facts kept, tasks passed, times full_context's cost: " + strings.Join(parts, "; ") + "."}
}

// finding says what to use, whether the grid is more than noise, whether chance does as well, and which elite is the fittest, by trials that chose none: the
// search's own figures are those of winners, and flatter them.
func (e Report) finding() string {
	if len(e.Elites) == 0 {
		return reports.Found(e.Simulated, "No pipeline passed enough tasks, so there is no elite.")
	}
	var says []string
	stayed, out, of, where := 0, 0, 0, "on held-out scenarios"
	if e.Elites[0].Unseen == nil {
		where = "in fresh repeats"
	}
	for _, x := range e.Elites {
		again := x.Fresh
		if x.Unseen != nil {
			again = x.Unseen
		}
		if again == nil {
			continue
		}
		if of++; slices.Equal(x.Cell, again.Cell) {
			stayed++
		}
		if again.Infeasible {
			out++
		}
	}
	kept := fmt.Sprintf("%d of %d elites stay in their cell %s, %d pass too few tasks there.", stayed, of, where, out)
	if float64(stayed) < noise*float64(of) {
		says = append(says, "This archive is noise: "+kept)
		kept = ""
	}
	if e.Choice != nil {
		says = append(says, e.Choice.Sentences()...)
	}
	says = append(says, e.random()...)
	switch {
	case of == 0:
		says = append(says, fmt.Sprintf("Nothing that didn't choose them has measured the %s (--fresh 5).", reports.Plural(e.Searched.Elites, "elite")))
	case e.Elites[0].Fresh.Infeasible:
		says = append(says, fmt.Sprintf("None of %s passes enough tasks again in fresh repeats, so none is to be used.", reports.Plural(e.Searched.Elites, "elite")))
	default:
		x := e.Elites[0]
		text := fmt.Sprintf("Fittest of %s in %d cells by fresh repeats: %s, %.3f (%s in the search)", reports.Plural(e.Searched.Elites, "elite"), e.Searched.Cells, x.Name, x.Fresh.Fitness, withSE(x.Measured))
		if x.Unseen != nil {
			text += fmt.Sprintf(", %.3f on held-out scenarios", x.Unseen.Fitness)
		}
		says = append(append(says, text+"."), e.beside()...)
		if kept != "" {
			says = append(says, kept)
		}
	}
	return reports.Found(e.Simulated, says...)
}
