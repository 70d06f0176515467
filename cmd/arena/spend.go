package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"contextarena.internal/lab"
	"contextarena.internal/lab/nightly"
	"contextarena.internal/llm"
	"contextarena.internal/store"
)

// models are where models are asked. A dry run needs no key, since nothing is asked.
func (c *call) models() lab.Models {
	m := lab.Models{Env: c.env, Timeout: c.Timeout, Now: c.now, Rand: c.rand, RequestsPerMinute: c.RPM, TokensPerMinute: c.TPM, Dry: c.DryRun}
	if m.Timeout == 0 {
		m.Timeout = callTime
	}
	if c.Flags().Lookup("max-wait") != nil {
		m.MaxWait = &c.MaxWait
	}
	return m
}

// callTime is how long one call to a provider may take where there is no --timeout.
const callTime = 2 * time.Minute

// asking is a lab that asks the named models, as many at once and for as much as was said. It has no database yet.
func (c *call) asking(models lab.Models, named ...string) (*lab.Lab, error) {
	l, err := c.lab(nil)
	if err != nil {
		return nil, err
	}
	l.Models, l.Parallel, l.Fresh = models, c.inFlight(named), c.Fresh
	if c.Flags().Changed("budget-usd") {
		l.BudgetUSD = &c.BudgetUSD
	}
	if c.Flags().Changed("max-failures") {
		l.MaxFailures = &c.MaxFailures
	}
	l.OnOutage = func(text string) { fmt.Fprintln(c.stderr, "arena: "+printable(text)) }
	if c.DryRun {
		return l, c.ready(l, named)
	}
	return l, nil
}

// ready reports why a run would be refused that asks these models. Of a key that is missing it is only said, since
// nothing is asked yet.
func (c *call) ready(l *lab.Lab, named []string) error {
	awake := l.Models
	awake.Dry = false
	var errs []error
	for _, name := range slices.Compact(slices.Sorted(slices.Values(named))) {
		if name == "" {
			continue
		}
		if _, err := awake.Resolve(name); errors.Is(err, llm.ErrNoKey) {
			c.foretold(err)
		}
		m, err := l.Models.Resolve(name)
		if _, priced := l.Prices.Of(m, l.Now); err == nil && l.BudgetUSD != nil && !priced {
			err = usageError{&llm.UnpricedError{Model: m, AsOf: l.Now}}
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// foretold says, in a dry run, what a run would be refused for.
func (c *call) foretold(err error) {
	if err != nil {
		fmt.Fprintln(c.stderr, "arena: without --dry-run this would be refused:", printable(err.Error()))
	}
}

// inFlight is how many trials run at once: what was asked for, else one per processor, or more
// where all there is to do is wait for a server that serves many, or for trials to be stored.
func (c *call) inFlight(models []string) int {
	switch {
	case c.Parallel > 0:
		return c.Parallel
	case slices.ContainsFunc(models, func(m string) bool { return strings.HasPrefix(m, "openai:") }):
		return 8
	case !slices.ContainsFunc(models, func(m string) bool { return m != "" && !strings.HasPrefix(m, "sim:") }):
		return 2 * runtime.NumCPU()
	}
	return runtime.NumCPU()
}

// spend says by forecast what is going to be asked, and opens the database for play. The first is all of a dry run,
// which reads the database, if there is one.
func (c *call) spend(l *lab.Lab, forecast func() error, play func(context.Context) error) error {
	if c.DryRun {
		err := c.withDB(true, func(db *store.DB) error {
			l.DB = db
			return forecast()
		})
		if errors.Is(err, store.ErrNoFile) {
			return forecast()
		}
		return err
	}
	if err := forecast(); err != nil {
		return err
	}
	return c.open(l, play)
}

// open gives l the database while f works with it.
func (c *call) open(l *lab.Lab, f func(context.Context) error) error {
	return c.withDB(false, func(db *store.DB) error {
		l.DB = db
		return f(c.Context())
	})
}

// estimate prints what would be asked: to standard output in a dry run, where that is the result.
func (c *call) estimate(e lab.Workload, err error) error {
	if err != nil {
		return usageError{err}
	}
	d := e.Document()
	if c.DryRun {
		usd := 0.0
		for _, m := range e.ByModel {
			if !strings.HasPrefix(m.Model, "sim:") { // which are for nothing
				usd += m.USD
			}
		}
		if c.Flags().Changed("budget-usd") && usd > c.BudgetUSD {
			fmt.Fprintf(c.stderr, "arena: --budget-usd %.2f is less than the estimate of %.2f USD: trials that it can't pay would be left out\n", c.BudgetUSD, usd)
		}
		return c.print(d)
	}
	d.Screen = c.stderr.screen()
	return d.Write(c.stderr, "table", "")
}

// summary says on standard error what was played and paid.
func (c *call) summary(ran lab.Ran) {
	text := fmt.Sprintf("%d trials: %d played now, %d found finished; %d calls asked", ran.Total, ran.Done-ran.Kept, ran.Kept, ran.Asked)
	switch {
	case !ran.PriceKnown:
		text += "; paid an unknown amount (a model has no price)"
	case ran.PaidUSD > 0 || c.Flags().Changed("budget-usd"):
		text += fmt.Sprintf("; paid %.4f USD", ran.PaidUSD)
		if all := ran.Balance.PaidUSD; all-ran.PaidUSD >= 0.00005 {
			text += fmt.Sprintf(", %.4f USD with earlier runs", all)
		}
	}
	fmt.Fprintln(c.stderr, text)
	if text := lab.Unsettled(ran.Balance); text != "" {
		fmt.Fprintln(c.stderr, "arena:", printable(text))
	}
}

// end is errIncomplete, with the reason printed, for an experiment that isn't complete.
func (c *call) end(e store.Experiment) error {
	if e.Status == store.Complete {
		return nil
	}
	fmt.Fprintf(c.stderr, "arena: %s\n", printable(e.Note))
	if e.Status == store.Interrupted {
		fmt.Fprintf(c.stderr.File, "arena: interrupted; to go on: %s\n", printable(again(c.Command)))
	}
	return errIncomplete
}

// again is the command line of cmd, for a shell.
func again(cmd *cobra.Command) string {
	words := []string{cmd.CommandPath()}
	for _, arg := range cmd.Flags().Args() {
		words = append(words, nightly.Word(arg))
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			if f.Value.Type() == "bool" {
				words = append(words, "--"+f.Name+"="+v)
				continue
			}
			words = append(words, "--"+f.Name, nightly.Word(v))
		}
	})
	return strings.Join(words, " ")
}
