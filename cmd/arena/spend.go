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
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
)

// callTime is how long one call to a provider may take unless --timeout says otherwise.
const callTime = 2 * time.Minute

// spend are the flags of every command that asks models: whether, how fast and for how much.
// --repeats, --seed and --dry-run are those of commands that ask for them.
type spend struct {
	cmd                *cobra.Command
	w                  *world
	o                  *options
	parallel, rpm, tpm int
	budgetUSD          float64
	timeout, maxWait   time.Duration
	maxFailures        int
	dryRun, fresh      bool
	limits             []limit
}

// limit is what the value of a flag may be.
type limit struct {
	flag, want string
	ok         func() bool
}

// spendFlags adds them to cmd, with those of the database and of prices. Things are what --parallel counts.
func spendFlags(cmd *cobra.Command, w *world, o *options, things string) *spend {
	s := &spend{cmd: cmd, w: w, o: o}
	f := cmd.Flags()
	f.IntVar(&s.parallel, "parallel", 0, things+", and calls, in flight at most (default: one per processor, 8 with openai)")
	f.IntVar(&s.rpm, "rpm", 0, "requests per minute at most")
	f.IntVar(&s.tpm, "tpm", 0, "tokens per minute at most")
	f.Float64Var(&s.budgetUSD, "budget-usd", 0, "stop before more than this is spent")
	f.DurationVar(&s.timeout, "timeout", callTime, "longest time for one call")
	o.pricesFlag(cmd)
	s.within("parallel", "1 to 1024", func() bool { return s.parallel >= 1 && s.parallel <= 1024 })
	s.within("rpm", "1 to 1000000000", func() bool { return s.rpm >= 1 && s.rpm <= 1e9 })
	s.within("tpm", "1 to 1000000000", func() bool { return s.tpm >= 1 && s.tpm <= 1e9 })
	s.within("budget-usd", "more than 0", func() bool { return s.budgetUSD > 0 })
	s.within("timeout", "more than 0", func() bool { return s.timeout > 0 })
	return s
}

// callMaxWait is how long a provider that doesn't answer is waited for unless --max-wait says otherwise.
const callMaxWait = 30 * time.Minute

// patient adds --max-wait, of commands that wait for a provider that doesn't answer.
func (s *spend) patient() *spend {
	s.cmd.Flags().DurationVar(&s.maxWait, "max-wait", callMaxWait, "longest wait for a provider that doesn't answer; then stop, to go on later")
	s.within("max-wait", "0 or more", func() bool { return s.maxWait >= 0 })
	return s
}

// trials adds what goes for commands that play trials and keep them: --max-wait and --max-failures.
func (s *spend) trials() *spend {
	s.cmd.Flags().IntVar(&s.maxFailures, "max-failures", 0, "stop, to go on later, when more trials than this failed (default: the larger of 10 and 5 %)")
	s.within("max-failures", "0 or more", func() bool { return s.maxFailures >= 0 })
	return s.patient()
}

// anew adds --fresh, of commands that play a plan.
func (s *spend) anew() *spend {
	s.cmd.Flags().BoolVar(&s.fresh, "fresh", false, "play trials anew that other code of their strategy played; they replace the old ones")
	return s
}

// within has a flag refused that was given and isn't ok.
func (s *spend) within(flag, want string, ok func() bool) {
	s.limits = append(s.limits, limit{flag, want, ok})
}

// stored adds the flags of the database that replies and trials are kept in.
func (s *spend) stored() *spend {
	s.o.dbFlag(s.cmd)
	s.o.waitFlag(s.cmd)
	s.within("wait", "0 or more", func() bool { return s.o.wait >= 0 })
	s.cmd.Flags().DurationVar(&s.o.syncEvery, "sync-every", store.DefaultSyncEvery, "how long paid replies may take to reach the disk itself")
	s.within("sync-every", "more than 0", func() bool { return s.o.syncEvery > 0 })
	return s
}

// foretold adds --dry-run.
func (s *spend) foretold(usage string) *spend {
	s.cmd.Flags().BoolVar(&s.dryRun, "dry-run", false, usage)
	return s
}

// repeated adds --repeats.
func (s *spend) repeated(to *int, value int, usage string) *spend {
	s.cmd.Flags().IntVar(to, "repeats", value, usage)
	s.within("repeats", "1 to 1000", func() bool { return *to >= 1 && *to <= 1000 })
	return s
}

// stretchFlag adds --stretch.
func stretchFlag(cmd *cobra.Command, to *int) {
	cmd.Flags().IntVar(to, "stretch", 0, "fill transcripts up with small talk to this many `TOKENS` (0: as they stand)")
}

// stretched adds --stretch and its bounds.
func (s *spend) stretched(to *int) *spend {
	stretchFlag(s.cmd, to)
	s.within("stretch", fmt.Sprintf("0 to %d", scenarios.MostStretch), func() bool { return *to >= 0 && *to <= scenarios.MostStretch })
	return s
}

// seeded adds --seed.
func (s *spend) seeded(to *int64, value int64, usage string) *spend {
	s.cmd.Flags().Int64Var(to, "seed", value, usage)
	s.within("seed", "0 or more", func() bool { return *to >= 0 })
	return s
}

// dryRunUsage is the help of --dry-run where trials are played.
const dryRunUsage = "print size and estimated cost, and ask no model"

// refuse is a mistake of usage for all that is wrong: with these flags, and errs, of which any may be nil.
func (s *spend) refuse(errs ...error) error {
	var all []error
	for _, l := range s.limits {
		if f := s.cmd.Flags().Lookup(l.flag); f.Changed && !l.ok() {
			all = append(all, fmt.Errorf("--%s %s: want %s", l.flag, f.Value, l.want))
		}
	}
	return refuse(append(all, errs...)...)
}

// refuse is a mistake of usage for all of errs, a line each; nil if none is an error.
func refuse(errs ...error) error {
	errs = slices.DeleteFunc(slices.Clone(errs), func(err error) bool { return err == nil })
	if len(errs) == 0 {
		return nil
	}
	err := errs[0]
	if len(errs) > 1 { // what is wrong in a file must not hide the others
		err = errors.New(errors.Join(errs...).Error())
	}
	return usageError{err}
}

// providers are where models are asked. A dry run needs no key, since nothing is asked.
func (s *spend) providers() lab.Models {
	m := s.w.models(s.timeout)
	m.RequestsPerMinute, m.TokensPerMinute, m.Dry = s.rpm, s.tpm, s.dryRun
	if s.cmd.Flags().Lookup("max-wait") != nil {
		m.MaxWait = &s.maxWait
	}
	return m
}

// budgeted reports whether --budget-usd was given.
func (s *spend) budgeted() bool { return s.cmd.Flags().Changed("budget-usd") }

// lab asks the named models, as many at once and for as much as was said. It has no database yet.
func (s *spend) lab(models lab.Models, named ...string) (*lab.Lab, error) {
	l, err := s.w.lab(s.cmd, s.o, nil)
	if err != nil {
		return nil, err
	}
	l.Models, l.Parallel, l.Fresh = models, s.inFlight(named), s.fresh
	if s.budgeted() {
		l.BudgetUSD = &s.budgetUSD
	}
	if s.cmd.Flags().Changed("max-failures") {
		l.MaxFailures = &s.maxFailures
	}
	l.OnOutage = func(text string) { fmt.Fprintln(s.w.stderr, "arena: "+printable(text)) }
	return l, nil
}

// inFlight is how many trials run at once: what was asked for, else one per processor, or more
// where all there is to do is wait for a server that serves many.
func (s *spend) inFlight(models []string) int {
	switch {
	case s.parallel > 0:
		return s.parallel
	case slices.ContainsFunc(models, func(m string) bool { return strings.HasPrefix(m, "openai:") }):
		return 8
	}
	return runtime.NumCPU()
}

// open gives l the database while f works with it.
func (s *spend) open(l *lab.Lab, f func(context.Context) error) error {
	return withDB(s.cmd, s.o, false, func(db *store.DB) error {
		l.DB = db
		return f(s.cmd.Context())
	})
}

// estimate prints what would be asked: to standard output in a dry run, where that is the result.
func (s *spend) estimate(e lab.Workload, err error) error {
	switch {
	case err != nil:
		return usageError{err}
	case s.dryRun:
		return s.w.print(e.Document())
	}
	d := e.Document()
	d.Screen = s.w.stderr.screen()
	return d.Write(s.w.stderr, "table", "")
}

// summary says on standard error what was played and paid.
func (s *spend) summary(ran lab.Ran) {
	text := fmt.Sprintf("%d trials: %d played now, %d found finished; %d calls asked", ran.Total, ran.Done-ran.Kept, ran.Kept, ran.Asked)
	switch {
	case !ran.PriceKnown:
		text += "; paid an unknown amount (a model has no price)"
	case ran.PaidUSD > 0 || s.budgeted():
		text += fmt.Sprintf("; paid %.4f USD", ran.PaidUSD)
		if all := ran.Balance.PaidUSD; all-ran.PaidUSD >= 0.00005 {
			text += fmt.Sprintf(", %.4f USD with earlier runs", all)
		}
	}
	fmt.Fprintln(s.w.stderr, text)
	if text := lab.Unsettled(ran.Balance); text != "" {
		fmt.Fprintln(s.w.stderr, "arena:", printable(text))
	}
}

// end is errIncomplete, with the reason printed, for an experiment that isn't complete.
func (s *spend) end(e store.Experiment) error {
	if e.Status == store.Complete {
		return nil
	}
	fmt.Fprintf(s.w.stderr, "arena: %s\n", printable(e.Note))
	if e.Status == store.Interrupted {
		fmt.Fprintf(s.w.stderr.File, "arena: interrupted; to go on: %s\n", printable(again(s.cmd)))
	}
	return errIncomplete
}

// again is the command line of cmd, for a shell.
func again(cmd *cobra.Command) string {
	words := []string{cmd.CommandPath()}
	for _, arg := range cmd.Flags().Args() {
		words = append(words, shellWord(arg))
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
			words = append(words, "--"+f.Name, shellWord(v))
		}
	})
	return strings.Join(words, " ")
}

// shellWord is text as one word of a shell.
func shellWord(text string) string {
	if text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,=+@%") == "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
