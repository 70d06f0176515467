package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/lab/certify"
	"contextarena.internal/lab/review"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

func reviewCommand(c *call) entry {
	own := &struct {
		Labels string `flag:"labels" usage:"keep the labels in <FILE>"`
		Judge  string `flag:"judge" usage:"take the verdicts of this <MODEL> (needed where several have judged)"`
	}{}
	return entry{
		use: "review [EXPERIMENT] --labels FILE", short: "Label the replies that matchers and a judge disagree on",
		long: `Show the replies that the matchers and a judge disagree on, one by one, with
question, true and old value and both verdicts, and take a line for each: k
(kept), s (stale), l (lost), ? (unclear), b (back to the one before), q (stop;
so does the end of the input). Each label is saved in FILE at once, and the same
command goes on with what has none.

No model is asked: arena judge does that. arena certify --labels FILE measures
matchers and judges by the labels.`,
		example: `  arena review 3 --labels labels.yaml
  arena review 3 --labels labels.yaml --judge openai:gpt-5-nano
  yes l | arena review 3 --labels labels.yaml`,
		flags: reading, own: own,
		run: func(ctx context.Context) error {
			if own.Labels == "" {
				return usageError{errors.New("--labels is missing: name the file to keep labels in, such as labels.yaml")}
			}
			return c.withLab(true, func(l *lab.Lab) error {
				l.Models.Dry = true // no model is asked, so no key is needed
				answers, err := review.Load(ctx, l, c.first())
				if err != nil {
					return err
				}
				by, said, err := answers.JudgeOf(ctx, l, own.Judge)
				if err != nil {
					return err
				}
				known, err := l.KnownTo(ctx, answers.Result.Experiment)
				if err != nil {
					return err
				}
				file, err := review.OpenLabels(own.Labels, known)
				if err != nil {
					return err
				}
				r := reviewing{call: c, answers: answers, by: by, all: answers.Disagreements(said), file: file}
				return r.run(bufio.NewReader(c.stdin))
			})
		},
	}
}

// reviewing is a person at work on disagreements.
type reviewing struct {
	*call
	answers *review.Answers
	by      store.Judge
	all     []review.Disagreement
	file    *review.Labels
}

// lettersOf are what a person types for a label.
var lettersOf = map[string]probes.Result{"k": probes.Kept, "s": probes.Stale, "l": probes.Lost, "?": certify.Unclear}

// run goes through what has no label until the input ends.
func (r *reviewing) run(in *bufio.Reader) error {
	for at := r.next(0); at < len(r.all); {
		r.ask(at)
		line, err := in.ReadString('\n')
		if err != nil && line == "" {
			fmt.Fprintln(r.stdout)
			if !errors.Is(err, io.EOF) {
				return err
			}
			break
		}
		fmt.Fprintln(r.stdout)
		answer := strings.ToLower(strings.TrimSpace(line))
		label, ok := lettersOf[answer]
		switch {
		case answer == "q":
			return r.summary()
		case answer == "b":
			at = max(0, at-1)
		case ok:
			if err := r.label(r.all[at], label); err != nil {
				return err
			}
			at = r.next(at + 1)
		default:
			fmt.Fprintf(r.stdout, "%q is none of k, s, l, ?, b and q\n", printable(answer))
		}
	}
	return r.summary()
}

// next is the first disagreement without a label, from at on.
func (r *reviewing) next(at int) int {
	for at < len(r.all) && r.file.Of(r.all[at]) != "" {
		at++
	}
	return at
}

// label saves a label at once.
func (r *reviewing) label(d review.Disagreement, label probes.Result) error {
	r.file.Put(r.answers, d, r.by, label)
	return r.write(r.file.Name, r.DB, func(to io.Writer) error { return writeText(to, r.file.Encode) })
}

// summary says how many have a label.
func (r *reviewing) summary() error {
	labelled := 0
	for _, d := range r.all {
		if r.file.Of(d) != "" {
			labelled++
		}
	}
	_, err := fmt.Fprintf(r.stdout, "%d of %d labelled in %s\n", labelled, len(r.all), printable(r.file.Name))
	return err
}

// ask prints a disagreement and asks for a letter.
func (r *reviewing) ask(at int) {
	d := r.all[at]
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d: probe %s of %s", at+1, len(r.all), d.Probe, d.Scenario)
	if d.Times > 1 {
		fmt.Fprintf(&b, ", %d times", d.Times)
	}
	fmt.Fprintf(&b, "\nquestion: %s\n", d.Question)
	if d.Truth == "" {
		fmt.Fprintln(&b, "true:     nobody said it: the right answer is that it isn't known")
	} else {
		fmt.Fprintf(&b, "true:     %s\n", d.Truth)
	}
	for _, old := range d.Old {
		fmt.Fprintf(&b, "once:     %s\n", old)
	}
	if d.Reply == "" {
		b.WriteString("  (an empty reply)\n")
	}
	for line := range strings.Lines(d.Reply) {
		fmt.Fprintf(&b, "  | %s\n", strings.TrimRight(line, "\r\n"))
	}
	why := ""
	if d.Matcher.Why != "" {
		why = fmt.Sprintf(" (%q)", d.Matcher.Why)
	}
	fmt.Fprintf(&b, "matchers: %s%s\n%s: %s\n", d.Matcher.Result, why, r.by.Model, d.Judge)
	if had := r.file.Of(d); had != "" {
		fmt.Fprintf(&b, "label:    %s\n", had)
	}
	fmt.Fprintf(r.stdout, "%sk kept, s stale, l lost, ? unclear, b back, q stop: ", printable(b.String()))
}
