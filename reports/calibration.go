package reports

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"contextarena.internal/lab/calibrate"
)

// Calibration shows how the simulated models were fitted to published figures, and how well each
// predicts the figures it was not fitted to.
type Calibration struct{ calibrate.Result }

// Table writes the calibration for a terminal.
func (c Calibration) Table(w io.Writer) error {
	var b strings.Builder
	for _, s := range c.sheets() {
		fmt.Fprintf(&b, "%s\n", text.WrapSoft(s.title, width))
		if s.rows != nil {
			fmt.Fprintf(&b, "%s\n", s.writer(table.StyleLight).Render())
		}
		for _, note := range s.notes {
			fmt.Fprintf(&b, "%s\n", text.WrapSoft(note, width))
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, strings.TrimSuffix(trimmed(b.String()), "\n"))
	return err
}

// Markdown writes the calibration as Markdown.
func (c Calibration) Markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# Calibration of the simulated models\n\n")
	for _, s := range c.sheets() {
		fmt.Fprintf(&b, "## %s\n\n", escape(s.title))
		if s.rows != nil {
			fmt.Fprintf(&b, "%s\n\n", s.writer(table.StyleDefault).RenderMarkdown())
		}
		for _, note := range s.notes {
			fmt.Fprintf(&b, "%s\n\n", escape(note))
		}
	}
	_, err := io.WriteString(w, strings.TrimSuffix(b.String(), "\n"))
	return err
}

// JSON writes the calibration as JSON.
func (c Calibration) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(c.Result)
}

func (c Calibration) sheets() []sheet {
	out := []sheet{c.fits()}
	if len(c.values()) > 0 {
		out = append(out, c.determined())
	}
	for _, m := range c.Comparisons {
		out = append(out, survivalOf(m), strategiesOf(m), ranksOf(m), aimsOf(m))
	}
	return append(out, c.without())
}

// fits are the parameters.
func (c Calibration) fits() sheet {
	s := sheet{title: "Parameters, fitted to the figures of one model each", head: []string{"parameter", "assumed"}}
	var hashes []string
	for _, f := range c.Fits {
		name, _, _ := strings.Cut(f.Model, "?")
		hashes = append(hashes, name+" "+f.Parameters)
		s.head = append(s.head, name)
		switch {
		case f.Evaluations > 0:
			s.notes = append(s.notes, fmt.Sprintf("%s: %d parameters fitted to %d figures of %s; log-likelihood %.2f at what is assumed, %.2f here (%d evaluations of %s).",
				name, len(f.Values), f.Figures, f.To, f.Before, f.After, f.Evaluations, plural(c.FitRepeats, "repeat")))
		case f.To != "":
			s.notes = append(s.notes, fmt.Sprintf("%s: taken as it is, compared as the fit to %s.", name, f.To))
		default:
			s.notes = append(s.notes, name+": no figures stand behind it; it is an extrapolation from the two fits.")
		}
	}
	for i, v := range c.values() {
		row := []string{v.Name, number(v.Assumed)}
		for _, f := range c.Fits {
			cell := "–"
			if i < len(f.Values) {
				cell = number(f.Values[i].Fitted)
			}
			row = append(row, cell)
		}
		s.rows = append(s.rows, row)
	}
	s.notes = append(s.notes, "Hashes of all parameters: "+strings.Join(hashes, ", ")+".")
	return s
}

// values are the parameters of a fit; none where nothing was fitted.
func (c Calibration) values() []calibrate.Value {
	for _, f := range c.Fits {
		if len(f.Values) > 0 {
			return f.Values
		}
	}
	return nil
}

// determined says how much the figures say about each parameter.
func (c Calibration) determined() sheet {
	s := sheet{
		title: "What the figures say about the parameters",
		head:  []string{"parameter"},
		notes: []string{"moved: how far the fit is from what is assumed, in spreads; down and up: the log-likelihood, pull included, that it would cost to go one spread further down or up. What stays at 0 with costs near 0.5, the pull's alone, isn't determined by the figures: it is still an assumption."},
	}
	for i, v := range c.values() {
		row := []string{v.Name}
		for _, f := range c.Fits {
			if f.Evaluations == 0 {
				continue
			}
			if i == 0 {
				name, _, _ := strings.Cut(f.Model, "?")
				s.head = append(s.head, name+": moved", "down", "up")
			}
			v := f.Values[i]
			row = append(row, fmt.Sprintf("%+.2f", v.Moved), fmt.Sprintf("%.1f", v.Costs[0]), fmt.Sprintf("%.1f", v.Costs[1]))
		}
		s.rows = append(s.rows, row)
	}
	return s
}

// number is a number without needless digits.
func number(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

// survivalOf is the survival in notes of one model.
func survivalOf(m calibrate.Comparison) sheet {
	p := m.Published
	s := sheet{
		title: fmt.Sprintf("%s: facts at risk that the last notes of %s hold", p.Title, p.Survival.Strategy),
		head:  []string{"type", "published", "interval", "fitted", "held out", "inside", "any form", "judged"},
		notes: []string{
			fmt.Sprintf("published: %s; %s. interval: Wilson's in percent, of that one run. fitted: percent by the simulated model fitted to these figures, counted by the original's rule as the published count is; held out: by the one fitted to %s; inside: whether that lies in the interval. any form: the published count with forms such as 1,000 for 1000; judged: held out by today's matchers, which take an old value unmarked beside the new one for stale and see the ten patterns that are satisfied before their fact.", p.Survival.Source, p.Survival.Note, m.Other),
			fmt.Sprintf("Known of the experiment and not fitted: %s.", p.Note),
		},
	}
	for i, r := range append(m.Types[:len(m.Types):len(m.Types)], m.All) {
		name := string(r.Type)
		if i == len(m.Types) {
			name = "all"
		}
		tolerant := "–"
		if r.Tolerant != nil {
			tolerant = fmt.Sprintf("%d/%d", *r.Tolerant, r.N)
		}
		s.rows = append(s.rows, []string{
			name, fmt.Sprintf("%d/%d", r.Kept, r.N), fmt.Sprintf("%.0f–%.0f", 100*r.Low, 100*r.High),
			fmt.Sprintf("%.0f", 100*r.Fitted), fmt.Sprintf("%.0f", 100*r.HeldOut), yes(r.Inside(r.HeldOut)), tolerant, fmt.Sprintf("%.0f", 100*r.HeldOutJudged),
		})
	}
	return s
}

func yes(ok bool) string {
	if ok {
		return "yes"
	}
	return "no"
}

// strategiesOf is the leaderboard of one model.
func strategiesOf(m calibrate.Comparison) sheet {
	p := m.Published
	s := sheet{
		title: p.Title + ": final tasks passed (P) and facts in final answers (A)",
		head:  []string{"strategy", "P stored", "rescored", "fitted", "held out", "A", "fitted", "held out"},
		notes: []string{fmt.Sprintf("published: %s. rescored: with today's tolerance of form; that is what is fitted. fitted and held out: of 8 tasks and 62 facts, means of repeats. A is compared, not fitted.", p.Leaderboard.Source)},
	}
	for _, r := range m.Strategies {
		name := r.Spec
		if r.LeftOut != "" {
			name += " *"
			s.notes = append(s.notes, fmt.Sprintf("* not fitted: %s.", r.LeftOut))
		}
		s.rows = append(s.rows, []string{
			name, fmt.Sprintf("%d/%d", r.Passed, r.Tasks), fmt.Sprintf("%d/%d", r.Rescored, r.Tasks), fmt.Sprintf("%.1f", r.FittedP), fmt.Sprintf("%.1f", r.HeldOutP),
			fmt.Sprintf("%d/%d", r.Found, r.Probes), fmt.Sprintf("%.1f", r.FittedA), fmt.Sprintf("%.1f", r.HeldOutA),
		})
		if r.Incomplete > 0 {
			s.notes = append(s.notes, fmt.Sprintf("%s: %d held-out trials were cut or refused, and count as not passed.", r.Spec, r.Incomplete))
		}
	}
	return s
}

// ranksOf is how well orders of strategies agree with one model's.
func ranksOf(m calibrate.Comparison) sheet {
	s := sheet{
		title: m.Published.Title + ": order of strategies, rank correlation (Spearman)",
		head:  []string{"measure", "against", "strategies", "correlation", "95 %", "chance"},
		notes: []string{fmt.Sprintf("95 %%: the eight scenarios of the simulation resampled and the published counts drawn again; with so few strategies it is coarse, and between two published leaderboards there is none. chance: share of all orders that agree as well (exact). complete only: without strategies that weren't played on all tasks. other model: the published leaderboard of %s.", m.Other)},
	}
	for _, r := range m.Ranks {
		rho, interval, chance := "no order", "–", "–"
		if r.Defined {
			rho, chance = fmt.Sprintf("%.2f", r.Rho), fmt.Sprintf("%.3f", r.Chance)
			if r.Low != 0 || r.High != 0 {
				interval = fmt.Sprintf("%.2f to %.2f", r.Low, r.High)
			}
		}
		s.rows = append(s.rows, []string{r.Measure, r.With, fmt.Sprint(r.N), rho, interval, chance})
	}
	return s
}

// aimsOf is what a prediction should reach.
func aimsOf(m calibrate.Comparison) sheet {
	s := sheet{title: fmt.Sprintf("%s predicted by the fit to %s: aims", m.Published.Title, m.Other)}
	for _, a := range m.Aims {
		met := "met"
		if !a.Met {
			met = "MISSED"
		}
		s.notes = append(s.notes, fmt.Sprintf("%s: %s; is %s.", met, a.Text, a.Value))
	}
	return s
}

// without is what each mechanism contributes.
func (c Calibration) without() sheet {
	s := sheet{
		title: "Each mechanism off: what changes on the fitted models",
		head:  []string{"without"},
		notes: []string{fmt.Sprintf("First under each model: survival, percent of the facts at risk that the notes hold (changes in points); P: tasks passed, A: facts in final answers, both summed over the strategies that are fitted, means of %s. The first line has the figures themselves, with every mechanism on. A change that carries a finding is an assumption of the simulation, not a finding.", plural(c.WithoutRuns, "repeat"))},
	}
	for _, m := range c.Comparisons {
		s.head = append(s.head, m.Published.Title, "P", "A")
	}
	for i, w := range c.Without {
		row := []string{w.Mechanism}
		if i == 0 {
			row[0] = "nothing"
		}
		for k, e := range w.Effects {
			all := c.Without[0].Effects[k]
			switch {
			case e.Already:
				row = append(row, "off already", "", "")
			case i == 0:
				row = append(row, fmt.Sprintf("%.1f", 100*e.Survival), fmt.Sprintf("%.1f", e.P), fmt.Sprintf("%.1f", e.A))
			default:
				row = append(row, signed(100*(e.Survival-all.Survival)), signed(e.P-all.P), signed(e.A-all.A))
			}
		}
		s.rows = append(s.rows, row)
	}
	return s
}

// signed is a change to one digit, without a sign where it is none.
func signed(v float64) string {
	if t := fmt.Sprintf("%+.1f", v); t != "+0.0" && t != "-0.0" {
		return t
	}
	return "0"
}
