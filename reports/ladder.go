package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/reports/figure"
	"contextarena.internal/stats"
)

// Ladder is what strategies keep, cost and take as the same facts stand in ever longer conversations.
type Ladder struct {
	Simulated bool
	Suites    []string // of the experiments, each once
	Lines     []LadderLine
}

// LadderLine is one strategy with one model on every rung that has it, shortest first.
type LadderLine struct {
	Name  string // the strategy, with the model where there are several
	Rungs []LadderRung
}

// LadderRung is one length. Figures are of completed trials; costs are means per trial.
type LadderRung struct {
	Tokens  float64 // of the whole conversation
	Context float64 // tokens given to the model for a question
	Answer  figure.Figure
	USD     float64 // write and read, nominal
	Priced  bool
	Latency time.Duration // of an answer; 0 where no reply has a time
}

// NewLadder sorts rungs by length. A strategy that completed no trial of a rung is missing there.
func NewLadder(rungs []lab.Rung) Ladder {
	var out Ladder
	var models []string
	for _, r := range rungs {
		out.Simulated = out.Simulated || r.Experiment.Simulated
		if !slices.Contains(out.Suites, r.Planned.Suite) {
			out.Suites = append(out.Suites, r.Planned.Suite)
		}
		for _, m := range r.Planned.Models {
			if !slices.Contains(models, m) {
				models = append(models, m)
			}
		}
	}
	at := map[string]int{}
	for _, r := range rungs {
		for _, model := range r.Planned.Models {
			for _, strategy := range r.Planned.Strategies {
				t := tallyOf(r.Result, strategy, model)
				if t.outcomes().Completed == 0 {
					continue
				}
				name := strategy
				if len(models) > 1 {
					name += " " + model
				}
				i, known := at[name]
				if !known {
					i, at[name] = len(out.Lines), len(out.Lines)
					out.Lines = append(out.Lines, LadderLine{Name: name})
				}
				cost := t.cost()
				out.Lines[i].Rungs = append(out.Lines[i].Rungs, LadderRung{
					Tokens: cost.TranscriptTokens, Context: cost.ContextTokens,
					Answer: figure.Of(stats.ClusterMean(t.answers(), alpha), t.about(arena.LevelAnswer, figure.Sampled)),
					USD:    cost.WriteUSD + cost.ReadUSD, Priced: cost.Priced, Latency: latency(r, strategy, model),
				})
			}
		}
	}
	for _, line := range out.Lines {
		slices.SortStableFunc(line.Rungs, func(a, b LadderRung) int { return cmp.Compare(a.Tokens, b.Tokens) })
	}
	return out
}

// latency is the mean over the completed trials that have one.
func latency(r lab.Rung, strategy, model string) time.Duration {
	var sum time.Duration
	n := 0
	for _, t := range r.Trials {
		if took, ok := r.Latency[t.Key]; ok && t.Strategy == strategy && t.Model == model && t.Outcome == arena.Completed {
			sum, n = sum+took, n+1
		}
	}
	if n == 0 {
		return 0
	}
	return sum / time.Duration(n)
}

// Timed reports whether any rung has a latency.
func (l Ladder) Timed() bool {
	for _, line := range l.Lines {
		for _, r := range line.Rungs {
			if r.Latency > 0 {
				return true
			}
		}
	}
	return false
}

func (l Ladder) title() string {
	simulated := ""
	if l.Simulated {
		simulated = ", SIMULATED"
	}
	return fmt.Sprintf("Scale ladder%s: %s", simulated, plural(len(l.Suites), "suite")+" ("+strings.Join(l.Suites, ", ")+")")
}

// Table writes the ladder for a terminal, at most 80 columns wide.
func (l Ladder) Table(w io.Writer) error {
	s := sheet{
		title: l.title(),
		head:  []string{"strategy", "tokens", "answer %", "context", "USD", "seconds"},
		notes: []string{"tokens: of the whole conversation; context: given to the model for a question; USD: write and read of a trial, nominal; seconds: an answer of the model, as first recorded (– where none was: the simulated model takes no time)."},
	}
	for _, line := range l.Lines {
		name := line.Name
		for _, r := range line.Rungs {
			usd, seconds := "unknown", "–"
			if r.Priced {
				usd = fmt.Sprintf("%.5f", r.USD)
			}
			if r.Latency > 0 {
				seconds = fmt.Sprintf("%.1f", r.Latency.Seconds())
			}
			s.rows = append(s.rows, []string{name, thousands(r.Tokens), s.caption.Cell(r.Answer), thousands(r.Context), usd, seconds})
			name = ""
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", text.WrapSoft(plain(s.title), width), s.writer(table.StyleLight).Render())
	for _, note := range s.lines() {
		fmt.Fprintf(&b, "%s\n", text.WrapSoft(note, width))
	}
	_, err := io.WriteString(w, trimmed(b.String()))
	return err
}
