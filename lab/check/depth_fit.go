package check

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"golang.org/x/sync/errgroup"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/darlm"
	"contextarena.internal/strategies/signals"
)

// The ways to fit a router of depths.
const (
	// Learned is multinomial logistic regression on the five signals (emas.FitLogistic). An example's
	// target is the depth that keeps the largest share of what was due; of several, the one that is best
	// overall.
	Learned = "learned"
	// textual is a guideline in words that a model revises from failures ("textual gradient": Pryzant et
	// al. 2023, "Automatic Prompt Optimization with Gradient Descent and Beam Search", with a beam of
	// one). It begins as the rules.
	textual = "textual"
)

// DepthMethods lists the ways to fit.
func DepthMethods() []string { return []string{Learned, textual} }

// DepthFitting says how a router is fitted.
type DepthFitting struct {
	Method    string
	Rounds    int // revisions of each guideline; a learned router has none
	MaxTokens int // cap of the reply that revises a guideline
}

// mostRounds is how often a guideline is revised at most.
const mostRounds = 100

// Check is what is wrong with a fitting; revised says that its rounds were asked for.
func (f DepthFitting) Check(revised bool) []error {
	var errs []error
	switch {
	case f.Rounds < 1 || f.Rounds > mostRounds:
		errs = append(errs, fmt.Errorf("--rounds %d: want 1 to %d", f.Rounds, mostRounds))
	case f.Method == Learned && revised:
		errs = append(errs, errors.New("--rounds: a learned router is fitted at once: leave it out, or choose --method textual"))
	}
	if f.MaxTokens < 16 || f.MaxTokens > 32768 {
		errs = append(errs, fmt.Errorf("--max-tokens %d: want 16 to 32768", f.MaxTokens))
	}
	return errs
}

// ridge is the penalty of the logistic regression: a tenth of a squared weight per example. Signals are
// standardised, so it is the same for all of them.
const ridge = 0.1

// DepthFit is a router fitted to all scenarios, and to all but each of them.
type DepthFit struct {
	Whole json.RawMessage            // a darlm.Policy
	Folds map[string]json.RawMessage // by the scenario left out

	// Of textual fits, over all folds and the whole: revisions asked for, those that kept more facts than
	// the guideline before and took its place, and replies that were no guideline.
	Asked, Taken, Unusable int

	segments int
}

// Fit fits a router. It is an arena.Mistake to name another method.
func (d *Depths) Fit(ctx context.Context, f DepthFitting) (DepthFit, error) {
	if !slices.Contains(DepthMethods(), f.Method) {
		return DepthFit{}, arena.Mistake{Err: fmt.Errorf("unknown method %q: want one of %s", f.Method, strings.Join(DepthMethods(), ", "))}
	}
	left := append([]string{""}, d.scenarios()...)
	fitted := make([]json.RawMessage, len(left))
	told := make([]revisions, len(left))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(d.parallel)
	for i, scenario := range left {
		g.Go(func() (err error) {
			var p darlm.Policy
			if f.Method == Learned {
				p, err = learn(d.without(scenario))
			} else {
				p.Guideline, told[i], err = d.revise(gctx, d.without(scenario), f.Rounds, f.MaxTokens)
			}
			if err == nil {
				fitted[i], err = json.Marshal(p)
			}
			if err != nil && scenario != "" {
				err = fmt.Errorf("depths without %s: %w", scenario, err)
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return DepthFit{}, err
	}
	fit := DepthFit{Whole: fitted[0], Folds: map[string]json.RawMessage{}, segments: len(d.cases)}
	for i, scenario := range left {
		if i > 0 {
			fit.Folds[scenario] = fitted[i]
		}
		fit.Asked, fit.Taken, fit.Unusable = fit.Asked+told[i].asked, fit.Taken+told[i].taken, fit.Unusable+told[i].unusable
	}
	return fit, nil
}

// Summary says what was fitted to what, in lines.
func (f DepthFit) Summary() (string, error) {
	says := fmt.Sprintf("fitted to %d segments of %d scenarios, and to those of all but each\n", f.segments, len(f.Folds))
	p, err := darlm.ParsePolicy(f.Whole)
	if err != nil || p.Guideline == "" {
		return says, err
	}
	says += fmt.Sprintf("revisions of the %d guidelines: %d asked for, %d taken, %d unusable; that of all:\n\n", 1+len(f.Folds), f.Asked, f.Taken, f.Unusable)
	for line := range strings.Lines(p.Guideline) {
		says += strings.TrimSpace(line) + "\n"
	}
	return says, nil
}

// learn fits the regression.
func learn(cases []depthCase) (darlm.Policy, error) {
	examples := make([]emas.Example, len(cases))
	for i, c := range cases {
		e := emas.Example{Opening: emas.Opening{Features: c.Signals.Features()}, Scenario: c.Scenario, SE: make([]float64, len(c.Kept))}
		for _, kept := range c.Kept {
			e.Fitness = append(e.Fitness, float64(kept)/float64(max(1, c.Due)))
		}
		examples[i] = e
	}
	router, err := emas.FitLogistic(ridge)(examples)
	if err != nil {
		return darlm.Policy{}, err
	}
	fitted, ok := router.(emas.Logistic)
	if !ok {
		return darlm.Policy{}, errors.New("the fit is no logistic regression")
	}
	return darlm.Policy{Learned: &fitted}, nil
}

// revisions are what became of the revisions of a guideline.
type revisions struct{ asked, taken, unusable int }

// shownFailures is how many failures a revision is shown.
const shownFailures = 12

//go:embed depth_revise.tmpl
var revisePrompt string

var revisePromptTemplate = template.Must(template.New("depth_revise.tmpl").Parse(revisePrompt))

// revise has the model write a guideline anew, round by round, and keeps what keeps more facts on the cases. It
// is shown signals, the depth chosen and the better one, the gravest failures first, and in each round those
// behind the ones of the round before; nothing of any conversation.
func (d *Depths) revise(ctx context.Context, cases []depthCase, rounds, maxTokens int) (string, revisions, error) {
	var n revisions
	best := d.rules.Guideline()
	most, failures, err := d.follow(ctx, best, cases)
	if err != nil {
		return "", n, err
	}
	from := 0
	for round := range rounds {
		if len(failures) == 0 {
			break
		}
		var shown []string
		for i := range min(shownFailures, len(failures)) {
			shown = append(shown, failures[(from+i)%len(failures)])
		}
		from += len(shown)
		var prompt bytes.Buffer
		if err := revisePromptTemplate.Execute(&prompt, struct{ Guideline, Cases string }{strings.ReplaceAll(best, "</", "< /"), strings.Join(shown, "\n")}); err != nil {
			return "", n, err
		}
		n.asked++
		reply, err := d.client.Complete(ctx, llm.Request{
			Model: d.model, Messages: []llm.Message{{Role: llm.User, Text: prompt.String()}}, MaxTokens: maxTokens, Sample: round,
		})
		if err != nil {
			return "", n, fmt.Errorf("revising the guideline: %w", err)
		}
		text := guidelineIn(reply.Text)
		if darlm.CheckGuideline(text) != nil || reply.Stop == llm.StopLength {
			n.unusable++
			continue
		}
		kept, more, err := d.follow(ctx, text, cases)
		if err != nil {
			return "", n, err
		}
		if kept > most {
			best, most, failures, from = text, kept, more, 0
			n.taken++
		}
	}
	return best, n, nil
}

// guidelineIn is the guideline in a reply, without code fences and tags around it.
func guidelineIn(reply string) string {
	var lines []string
	for line := range strings.Lines(reply) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "```") && line != "<guideline>" && line != "</guideline>" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// follow counts the facts kept if a model follows a guideline on cases, and lists those where another depth
// keeps more, the gravest first.
func (d *Depths) follow(ctx context.Context, guideline string, cases []depthCase) (kept int, failures []string, err error) {
	type failure struct {
		lost int
		text string
	}
	var found []failure
	for _, c := range cases {
		depth, _, err := d.choose(ctx, darlm.Policy{Guideline: guideline}, c.Signals)
		if err != nil {
			return 0, nil, err
		}
		kept += c.Kept[depth-1]
		if lost := c.most() - c.Kept[depth-1]; lost > 0 {
			found = append(found, failure{lost, fmt.Sprintf("%s; chosen: %d; better: %d", c.Signals.List(", "), depth, c.best())})
		}
	}
	slices.SortStableFunc(found, func(a, b failure) int { return cmp.Compare(b.lost, a.lost) })
	for _, f := range found {
		failures = append(failures, f.text)
	}
	return kept, failures, nil
}

// choose is what da_rlm does with a policy: where a reply names no depth, the rules choose.
func (d *Depths) choose(ctx context.Context, p darlm.Policy, s signals.Signals) (depth int, read bool, err error) {
	c, err := p.Choose(ctx, d.client, d.model, d.rules.ChooseTokens, s)
	if err != nil || c.Depth > 0 {
		return c.Depth, true, err
	}
	return byRules(d.rules, s), false, nil
}
