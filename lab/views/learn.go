package views

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Learning is what chains of sessions learned: retention by session, when it settled, and what the
// same conversations give without experience.
type Learning struct {
	Schema    string             `json:"schema"`
	Simulated bool               `json:"simulated"`
	ID        string             `json:"experiment"`
	Number    int64              `json:"number"`
	Status    string             `json:"status"`
	Plan      lab.LearnPlanned   `json:"plan"`
	Sets      []LearnSet         `json:"sets"`
	Sessions  []LearnSessionSeen `json:"sessions"` // what the sessions themselves saw, over all chains
}

// LearnSet is what the chains were measured on: paraphrases of what they are trained on, or
// scenarios that are held out.
type LearnSet struct {
	Set         string       `json:"set"`
	Points      []LearnPoint `json:"points"` // by session; the first, session 0, is without experience
	Convergence Convergence  `json:"convergence"`
}

// LearnPoint is a set after a session. Figures are at the answer level, of exams that were completed
// with and without experience.
type LearnPoint struct {
	Session     int            `json:"session"`
	Retention   reports.Figure `json:"retention"`
	Control     reports.Figure `json:"control"`      // the same exams without experience
	Gain        reports.Figure `json:"gain"`         // paired difference
	WriteTokens float64        `json:"write_tokens"` // mean of an exam, for the upkeep of the memory
	WriteRatio  float64        `json:"write_ratio"`  // of that without experience; 0 if unknown
}

// LearnSessionSeen is what sessions of one number found out about their own memories.
type LearnSessionSeen struct {
	Session   int `json:"session"`
	Completed int `json:"completed"` // chains
	Kept      int `json:"kept"`      // facts the sessions looked for and found
	Facts     int `json:"facts"`
	Types     int `json:"types"` // most types of conversation that a chain had met
}

// The plateau is the mean gain of the last sessions, a quarter of them and at least three, and a
// chain has settled once its gain stays within settled of it.
const (
	settled          = 0.02
	settleResamples  = 2000
	earliest, latest = 5, 8 // sessions per type of conversation, by the proposal
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

// NewLearning sums a learning run up.
func NewLearning(r lab.Learned) Learning {
	out := Learning{
		Schema: LearningForm, Simulated: r.Experiment.Simulated, ID: r.Experiment.ID, Number: r.Experiment.Number,
		Status: r.Experiment.Status, Plan: r.Planned, Sets: []LearnSet{}, Sessions: []LearnSessionSeen{},
	}
	for _, set := range []string{lab.Paraphrases, lab.HeldOut} {
		if len(r.Chains) == 0 || !slices.ContainsFunc(r.Chains[0].Control, func(e lab.Exam) bool { return e.Set == set }) {
			continue
		}
		s := LearnSet{Set: set}
		for session := 0; session <= r.Planned.Sessions; session++ {
			s.Points = append(s.Points, pointOf(r, set, session))
		}
		s.Convergence = converged(r, set)
		out.Sets = append(out.Sets, s)
	}
	for session := 1; session <= r.Planned.Sessions; session++ {
		seen := LearnSessionSeen{Session: session}
		for _, c := range r.Chains {
			s := c.Sessions[session-1]
			seen.Kept, seen.Facts, seen.Types = seen.Kept+s.Kept, seen.Facts+s.Facts, max(seen.Types, s.Types)
			if s.Outcome == arena.Completed {
				seen.Completed++
			}
		}
		out.Sessions = append(out.Sessions, seen)
	}
	return out
}

// sat are a chain's exams after a session; session 0 is the control.
func sat(c lab.Chain, session int) []lab.Exam {
	if session == 0 {
		return c.Control
	}
	return c.Sessions[session-1].Exams
}

// pointOf is a set after a session, over the chains.
func pointOf(r lab.Learned, set string, session int) LearnPoint {
	p := LearnPoint{Session: session}
	var have, control, gain []stats.Cluster
	about := aboutSet(r, set)
	var tokens, before, exams float64
	for _, c := range r.Chains {
		var a, b, d stats.Cluster
		for i, e := range sat(c, session) {
			if e.Set != set {
				continue
			}
			kept, other, n := e.Retention(c.Control[i])
			if n == 0 {
				about.LeftOut++
				continue
			}
			a = stats.Cluster{Sum: a.Sum + float64(kept), N: a.N + float64(n)}
			b = stats.Cluster{Sum: b.Sum + float64(other), N: b.N + float64(n)}
			d = stats.Cluster{Sum: d.Sum + float64(kept-other), N: d.N + float64(n)}
			tokens, before, exams = tokens+float64(e.Cost.Write.Tokens()), before+float64(c.Control[i].Cost.Write.Tokens()), exams+1
		}
		have, control, gain = append(have, a), append(control, b), append(gain, d)
	}
	p.Retention = overChains(stats.ClusterMean(have, alpha), about)
	p.Control = overChains(stats.ClusterMean(control, alpha), about)
	p.Gain = overChains(stats.PairedMean(gain, true, alpha), about)
	if exams > 0 {
		p.WriteTokens = tokens / exams
	}
	if before > 0 {
		p.WriteRatio = tokens / before
	}
	return p
}

// aboutSet is what the figures of a set are about.
func aboutSet(r lab.Learned, set string) reports.About {
	var suites []string
	for _, e := range r.Chains[0].Control {
		if e.Set == set && !slices.Contains(suites, e.Suite) {
			suites = append(suites, e.Suite)
		}
	}
	return reports.About{Level: string(arena.LevelAnswer), Suite: strings.Join(suites, "+"), Estimand: reports.Chains, Repeats: 1}
}

// overChains is an estimate whose clusters are chains.
func overChains(e stats.Estimate, about reports.About) reports.Figure {
	e.Note = strings.ReplaceAll(e.Note, "scenarios", "chains")
	return lab.Figure(e, about)
}

// converged says when the gain on a set settled. Only chains that were measured after every session
// count.
func converged(r lab.Learned, set string) Convergence {
	sessions := r.Planned.Sessions
	out := Convergence{Tail: min(sessions, max(3, sessions/4)), Margin: settled}
	var curves [][]float64
	var ends []stats.Cluster
	for _, c := range r.Chains {
		var curve []float64
		end := stats.Cluster{}
		for session := 1; session <= sessions; session++ {
			sum, n := 0, 0
			for i, e := range sat(c, session) {
				if e.Set == set {
					kept, other, of := e.Retention(c.Control[i])
					sum, n = sum+kept-other, n+of
				}
			}
			if n == 0 {
				break
			}
			gain := float64(sum) / float64(n)
			curve = append(curve, gain)
			if session > sessions-out.Tail {
				end = stats.Cluster{Sum: end.Sum + gain, N: end.N + 1}
			}
		}
		if len(curve) == sessions {
			curves, ends = append(curves, curve), append(ends, end)
		}
	}
	s := stats.Settle(curves, out.Tail, settled, settleResamples, uint64(r.Planned.Seed), alpha)
	out.At, out.Low, out.High, out.Note = s.At, s.Low, s.High, s.Note
	out.PerTrain = float64(s.At) / float64(max(1, len(r.Planned.Train)))
	out.Plateau = overChains(stats.PairedMean(ends, true, alpha), aboutSet(r, set))
	out.Chains = len(curves)
	out.Verdict, out.Why = out.judge(sessions, max(1, len(r.Planned.Train)))
	return out
}

// judge says what a run shows about the proposal's 5 to 8 sessions per type of conversation. Each
// scenario that is trained on is taken for a type.
func (c Convergence) judge(sessions, trained int) (verdict stats.Verdict, why string) {
	e := c.Plateau.Estimate()
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
	case low >= earliest && high <= latest:
		return stats.Supported, "the whole interval lies within 5 to 8 sessions per scenario trained on"
	case high < earliest:
		return stats.NotSupported, "it settled sooner than after 5 sessions per scenario trained on"
	case low > latest:
		return stats.NotSupported, "it settled later than after 8 sessions per scenario trained on"
	}
	return stats.Undecided, "the interval reaches beyond 5 to 8 sessions per scenario trained on"
}

func (l Learning) title(set string) string {
	simulated := ""
	if l.Simulated {
		simulated = ", SIMULATED"
	}
	return fmt.Sprintf("Learning curve of %s%s: %s", l.Plan.Strategy, simulated, set)
}

// sheets are the learning curves, a table a set.
func (l Learning) sheets() []sheet {
	var out []sheet
	for _, set := range l.Sets {
		s := sheet{
			title: l.title(set.Set),
			head:  []string{"sessions", "answer %", "without %", "gain", "write tokens", "× without"},
		}
		for _, p := range set.Points {
			row := []string{fmt.Sprint(p.Session), s.caption.Cell(p.Retention), s.caption.Cell(p.Control), s.caption.Cell(p.Gain), reports.Thousands(p.WriteTokens), "–"}
			if p.WriteRatio > 0 {
				row[5] = fmt.Sprintf("%.2f", p.WriteRatio)
			}
			s.rows = append(s.rows, row)
		}
		s.notes = append(s.notes, set.Convergence.sentence(l.Plan))
		out = append(out, s)
	}
	return out
}

// sentence is the convergence in words.
func (c Convergence) sentence(p lab.LearnPlanned) string {
	var caption caption
	at := fmt.Sprintf("the gain settled after session %d", c.At)
	if c.At > p.Sessions {
		at = fmt.Sprintf("the gain didn't settle within %s", reports.Plural(p.Sessions, "session"))
	}
	if c.At == 0 {
		at = "whether the gain settled can't be told"
	}
	if c.Low > 0 {
		at += fmt.Sprintf(" [%d–%d]", c.Low, c.High)
	}
	return fmt.Sprintf("Plateau, the mean gain of the last %d: %s; %s, %.1f per scenario trained on. Settled: stays within %.0f points of the plateau; interval: bootstrap over chains%s. The proposal expects %d to %d sessions per type: %s (%s).",
		c.Tail, caption.Cell(c.Plateau), at, c.PerTrain, 100*c.Margin, noted(c.Note), earliest, latest, c.Verdict, c.Why)
}

// noted is a note behind a comma, empty for none.
func noted(note string) string {
	if note == "" {
		return ""
	}
	return ", " + note
}

// notes stand under the tables.
func (l Learning) notes() []string {
	kept, facts, completed, types := 0, 0, 0, 0
	for _, s := range l.Sessions {
		kept, facts, completed, types = kept+s.Kept, facts+s.Facts, completed+s.Completed, max(types, s.Types)
	}
	out := []string{fmt.Sprintf("%s of %s; %s told apart; of %s facts that the sessions looked for in their own memories %s were kept.",
		reports.Plural(l.Plan.Chains, "chain"), reports.Plural(l.Plan.Sessions, "session"), reports.Plural(types, "type"), reports.Thousands(float64(facts)), reports.Thousands(float64(kept)))}
	if left := l.Plan.Chains*l.Plan.Sessions - completed; left > 0 {
		out = append(out, fmt.Sprintf("! %s not completed.", reports.Plural(left, "session")))
	}
	if l.Simulated {
		out = append(out, "! Simulated: this shows that the method does what it was built to do and what it costs, not that it helps a real model.")
	}
	return append(out, fmt.Sprintf("experiment %d (%s), %s", l.Number, l.ID[:min(12, len(l.ID))], l.Status))
}

// Table writes the learning curves for a terminal, at most 80 columns wide.
func (l Learning) Table(w io.Writer) error {
	var b strings.Builder
	for _, s := range l.sheets() {
		fmt.Fprintf(&b, "%s\n%s\n", text.WrapSoft(plain(s.title), width), s.writer(table.StyleLight).Render())
		for _, note := range s.lines() {
			fmt.Fprintf(&b, "%s\n", text.WrapSoft(note, width))
		}
		b.WriteString("\n")
	}
	for _, note := range l.notes() {
		fmt.Fprintf(&b, "%s\n", text.WrapSoft(plain(note), width))
	}
	_, err := io.WriteString(w, trimmed(b.String()))
	return err
}

// Markdown writes the learning curves as Markdown.
func (l Learning) Markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# Learning curves\n")
	for _, s := range l.sheets() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", escape(s.title), s.markdown())
		for _, note := range s.lines() {
			fmt.Fprintf(&b, "\n%s\n", escape(note))
		}
	}
	for _, note := range l.notes() {
		fmt.Fprintf(&b, "\n%s\n", escape(note))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
