package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"contextarena.internal/lab"
)

// progress shows how far a run is: a bar on a terminal, a line at every tenth elsewhere.
type progress struct {
	out     console
	bars    *mpb.Progress // nil where there is no terminal
	bar     *mpb.Bar
	printed int    // tenths
	things  string // that are counted

	mu     sync.Mutex // the bar draws from its own goroutine
	latest lab.Progress
	most   int // the greatest total so far
}

func newProgress(out console) *progress {
	p := &progress{out: out, printed: -1, things: "trials"}
	if width, _, err := term.GetSize(int(out.Fd())); err == nil && width > 0 {
		p.bars = mpb.New(mpb.WithOutput(fromTheLeft{out.File}), mpb.WithWidth(min(width, 80)), mpb.WithAutoRefresh())
	}
	return p
}

// fromTheLeft begins what it writes at the left end of a line, wherever a terminal's echo of Ctrl-C has moved
// the cursor: else two columns of the old bar would stay, and 57/960 would read 1557/960.
type fromTheLeft struct{ out io.Writer }

// Write implements io.Writer.
func (w fromTheLeft) Write(b []byte) (int, error) {
	if _, err := w.out.Write(append([]byte("\r"), b...)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// show takes the newest state. Calls don't overlap.
func (p *progress) show(now lab.Progress) {
	p.mu.Lock()
	p.latest, p.most = now, max(p.most, now.Total)
	p.mu.Unlock()
	if p.bars == nil {
		p.line(now)
		return
	}
	if p.bar == nil {
		bar := p.bars.AddBar(int64(now.Total),
			mpb.PrependDecorators(decor.CountersNoUnit("%d/%d "+p.things)),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return strings.TrimPrefix(p.cost()+" ", ", ") }), decor.AverageETA(decor.ET_STYLE_GO)))
		p.mu.Lock()
		p.bar = bar
		p.mu.Unlock()
	}
	p.bar.SetTotal(int64(now.Total), false) // a study finds trials, or drops them, as it goes
	p.bar.SetCurrent(int64(now.Done))
}

// outage says that a provider is waited for.
func (p *progress) outage(text string) { p.say("arena: " + printable(text)) }

// say prints a line, above the bar if there is one.
func (p *progress) say(text string) {
	p.mu.Lock()
	drawn := p.bar != nil
	p.mu.Unlock()
	if !drawn {
		fmt.Fprintln(p.out, text)
		return
	}
	fmt.Fprintln(p.bars, folded(text, p.out.columns()))
}

func (p *progress) line(now lab.Progress) {
	if now.Total == 0 {
		return
	}
	tenth := 10 * now.Done / now.Total
	if tenth == p.printed {
		return
	}
	p.printed = tenth
	fmt.Fprintf(p.out, "%d/%d %s%s\n", now.Done, now.Total, p.things, p.cost())
}

// cost is what was paid, how many trials went wrong and how many were left out, where there is any of it.
func (p *progress) cost() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var parts []string
	if p.latest.PaidUSD > 0 {
		parts = append(parts, fmt.Sprintf("%.4f USD", p.latest.PaidUSD))
	}
	if p.latest.Failed > 0 {
		parts = append(parts, fmt.Sprintf("%d not completed", p.latest.Failed))
	}
	if dropped := p.most - p.latest.Total; dropped > 0 {
		parts = append(parts, fmt.Sprintf("%d left out", dropped))
	}
	if parts == nil {
		return ""
	}
	return ", " + strings.Join(parts, ", ")
}

// close leaves the terminal clean: nothing of the bar stays.
func (p *progress) close() {
	if p.bar != nil {
		p.bar.Abort(true)
	}
	if p.bars != nil {
		p.bars.Wait()
	}
}

// follow shows the progress of what l plays.
func (c *call) follow(l *lab.Lab) *progress {
	p := newProgress(c.stderr)
	l.OnProgress, l.OnOutage = p.show, p.outage
	return p
}

// ended leaves the terminal clean, says so if what was played was interrupted, and returns err.
func (p *progress) ended(done lab.Progress, err error) error {
	p.close()
	if done.Total > 0 && errors.Is(err, context.Canceled) {
		fmt.Fprintf(p.out, "arena: stopped after %d of %d %s; what is finished is kept\n", done.Done, done.Total, p.things)
	}
	return err
}

// printable drops control characters from text that a model or a stranger wrote, so that it
// can't drive the terminal. Line breaks and tabs stay.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return -1
		}
		return r
	}, s)
}

// played runs a plan with progress on standard error and reads the experiment back.
func (c *call) played(ctx context.Context, l *lab.Lab, plan lab.Plan) (lab.Ran, lab.Result, error) {
	return c.watched(ctx, l, plan, true)
}

// watched is played; what the plan will be able to tell is said if foretell is.
func (c *call) watched(ctx context.Context, l *lab.Lab, plan lab.Plan, foretell bool) (lab.Ran, lab.Result, error) {
	p := newProgress(c.stderr)
	told := false
	l.OnProgress = func(now lab.Progress) {
		if now.Reason != "" && !told {
			told = true
			p.say("arena: a trial was not completed: " + printable(now.Reason))
		}
		p.show(now)
	}
	l.OnDetectable, l.OnOutage = nil, p.outage
	if foretell {
		l.OnDetectable = func(d lab.Detectable) {
			var b strings.Builder
			doc := d.Document()
			doc.Screen = c.stderr.screen()
			if err := doc.Write(&b, "table", ""); err == nil {
				p.say(strings.TrimSuffix(b.String(), "\n"))
			}
		}
	}
	ran, err := l.Run(ctx, plan)
	if err := p.ended(ran.Progress, err); err != nil {
		return ran, lab.Result{}, err
	}
	result, err := l.Load(ctx, ran.Experiment.ID)
	return ran, result, err
}
