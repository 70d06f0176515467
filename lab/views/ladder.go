package views

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
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Ladder is what strategies keep, cost and take as the same facts stand in ever longer conversations.
type Ladder struct {
	Schema    string       `json:"schema"`
	Simulated bool         `json:"simulated"`
	Suites    []string     `json:"suites"` // of the experiments, each once
	Lines     []LadderLine `json:"lines"`
}

// LadderLine is one strategy with one model on every rung that has it, shortest first.
type LadderLine struct {
	Strategy string       `json:"strategy"`
	Model    string       `json:"model"`
	Rungs    []LadderRung `json:"rungs"`
}

// LadderRung is one length. Figures are of completed trials.
type LadderRung struct {
	Experiment    string         `json:"experiment"` // its id
	Stretch       int            `json:"stretch"`    // tokens that were asked for; 0: the scenarios as they stand
	Answer        reports.Figure `json:"answer"`
	Cost          tally.Cost     `json:"cost"`
	AnswerSeconds float64        `json:"answer_seconds,omitempty"` // how long an answer took; 0 where no reply has a time
}

// tokens is the length of a rung: of the whole conversation.
func (r LadderRung) tokens() float64 { return r.Cost.TranscriptTokens }

// usd is what a trial costs: upkeep of the memory, dialogue and final task.
func (r LadderRung) usd() float64 { return r.Cost.WriteUSD + r.Cost.ReadUSD }

// NewLadder sorts rungs by length. A strategy that completed no trial of a rung is missing there.
func NewLadder(rungs []lab.Rung) Ladder {
	out := Ladder{Schema: LadderForm, Suites: []string{}, Lines: []LadderLine{}}
	type arm struct{ strategy, model string }
	at := map[arm]int{}
	for _, r := range rungs {
		out.Simulated = out.Simulated || r.Experiment.Simulated
		if !slices.Contains(out.Suites, r.Planned.Suite) {
			out.Suites = append(out.Suites, r.Planned.Suite)
		}
		for _, t := range tallies(r.Result) {
			if t.Outcomes().Completed == 0 {
				continue
			}
			i, known := at[arm{t.Strategy, t.Model}]
			if !known {
				i, at[arm{t.Strategy, t.Model}] = len(out.Lines), len(out.Lines)
				out.Lines = append(out.Lines, LadderLine{Strategy: t.Strategy, Model: t.Model})
			}
			out.Lines[i].Rungs = append(out.Lines[i].Rungs, LadderRung{
				Experiment: r.Experiment.ID, Stretch: r.Planned.Stretch, Cost: t.Cost(),
				Answer:        lab.Figure(stats.ClusterMean(t.Answers(), alpha), t.About(arena.LevelAnswer, reports.Sampled)),
				AnswerSeconds: latency(r, t.Strategy, t.Model).Seconds(),
			})
		}
	}
	for _, line := range out.Lines {
		slices.SortStableFunc(line.Rungs, func(a, b LadderRung) int { return cmp.Compare(a.tokens(), b.tokens()) })
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
			if r.AnswerSeconds > 0 {
				return true
			}
		}
	}
	return false
}

// name is a line's strategy, with its model where there are several.
func (l Ladder) name(line LadderLine) string {
	if slices.ContainsFunc(l.Lines, func(o LadderLine) bool { return o.Model != line.Model }) {
		return line.Strategy + " " + line.Model
	}
	return line.Strategy
}

func (l Ladder) title() string {
	simulated := ""
	if l.Simulated {
		simulated = ", SIMULATED"
	}
	return fmt.Sprintf("Scale ladder%s: %s", simulated, reports.Plural(len(l.Suites), "suite")+" ("+strings.Join(l.Suites, ", ")+")")
}

// sheet is the ladder as a table.
func (l Ladder) sheet() sheet {
	s := sheet{
		title: l.title(),
		head:  []string{"strategy", "tokens", "answer %", "context", "USD", "seconds"},
		notes: []string{"tokens: of the whole conversation; context: given to the model for a question; USD: write and read of a trial, nominal; seconds: an answer of the model, as first recorded (– where none was: the simulated model takes no time)."},
	}
	for _, line := range l.Lines {
		name := l.name(line)
		for _, r := range line.Rungs {
			usd, seconds := "unknown", "–"
			if r.Cost.Priced {
				usd = fmt.Sprintf("%.5f", r.usd())
			}
			if r.AnswerSeconds > 0 {
				seconds = fmt.Sprintf("%.1f", r.AnswerSeconds)
			}
			s.rows = append(s.rows, []string{name, reports.Thousands(r.tokens()), s.caption.Cell(r.Answer), reports.Thousands(r.Cost.ContextTokens), usd, seconds})
			name = ""
		}
	}
	return s
}

// Table writes the ladder for a terminal, at most 80 columns wide.
func (l Ladder) Table(w io.Writer) error {
	s := l.sheet()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", text.WrapSoft(plain(s.title), width), s.writer(table.StyleLight).Render())
	for _, note := range s.lines() {
		fmt.Fprintf(&b, "%s\n", text.WrapSoft(note, width))
	}
	_, err := io.WriteString(w, trimmed(b.String()))
	return err
}

// Markdown writes the ladder as Markdown.
func (l Ladder) Markdown(w io.Writer) error {
	s := l.sheet()
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", escape(s.title), s.markdown())
	for _, note := range s.lines() {
		fmt.Fprintf(&b, "\n%s\n", escape(note))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
