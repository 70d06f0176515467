package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"contextarena.internal/internal/input"
	"contextarena.internal/internal/program"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/store"
)

// commands are all commands of the program.
func commands(*call) entry {
	return entry{
		use: "arena", short: "Measure which facts LLM memory strategies keep, and at what cost",
		long: `arena plays scripted conversations through LLM memory strategies, asks which
facts survived, and says what that cost, with error bars.

Without a key or a plan it runs on a simulated model:

  arena run                              sixteen conversations, every strategy
  arena report --format md --out r.md    the same figures as Markdown
  arena run --model openai:gpt-5-nano --dry-run
                                         what a real run would cost`,
		commands: []func(*call) entry{
			initCommand, chooseCommand, runCommand, sweepCommand, nightlyCommand, reportCommand, compareCommand, experimentsCommand, failuresCommand,
			showCommand, rescoreCommand, scoreCommand, group("import", "Read results of other benchmarks, and datasets", importCommand, datasetCommand("locomo", "LoCoMo"), datasetCommand("longmemeval", "LongMemEval")), exportCommand, mergeCommand,
			judgeCommand, certifyCommand, reviewCommand, scenariosCommand, strategiesCommand, modelsCommand, simulateCommand, serveCommand,
			viewCommand, sandboxCommand, dbCommand, licencesCommand, group("lab", "Studies: what learns, what evolves, what proposals predict", studies...),
		},
	}
}

// research are the commands that nobody needs who must choose a memory.
var research = []string{"lab", "simulate", "certify"}

// command is the whole command line.
func command(w *world) *cobra.Command {
	root := w.command(commands)
	root.SilenceErrors, root.SilenceUsage, root.Version = true, true, program.Version()
	root.SetIn(w.stdin)
	root.SetOut(w.stdout)
	root.SetErr(w.stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usageError{flagError(cmd, err)} })
	root.SetUsageTemplate(strings.NewReplacer(
		".LocalFlags.FlagUsages", ".LocalFlags.FlagUsagesWrapped 80", ".InheritedFlags.FlagUsages", ".InheritedFlags.FlagUsagesWrapped 80",
		" for more information about a command.", " says more.",
	).Replace(root.UsageTemplate()))
	for _, s := range studies { // under the names they had before there was a lab
		c := w.command(s)
		c.Hidden = true
		root.AddCommand(c)
	}
	root.AddGroup(&cobra.Group{ID: "use", Title: "Commands:"}, &cobra.Group{ID: "research", Title: "Research on memories and on this program:"})
	root.SetHelpCommandGroupID("use")
	root.SetCompletionCommandGroupID("use")
	for _, c := range root.Commands() {
		c.GroupID = "use"
		if slices.Contains(research, c.Name()) {
			c.GroupID = "research"
		}
	}
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() == "help" {
			c.Args = func(_ *cobra.Command, args []string) error {
				of, rest, err := root.Find(args)
				if err != nil || of.HasSubCommands() {
					return noArgs(of, rest)
				}
				return nil
			}
		}
	}
	return root
}

// flagError says what a flag takes, in words, and of one that there isn't which is nearest.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return fmt.Errorf("%w (%ssee %s --help)", err, strictyaml.DidYouMean("--"+unknown.GetSpecifiedName(), names), cmd.CommandPath())
	}
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	want := map[string]string{
		"int": "a whole number", "int64": "a whole number", "float64": "a number", "duration": "a time such as 90s, 10m or 2h", "bool": "true or false",
		"intSlice": "whole numbers with commas between them, as 500,1000", "float64Slice": "numbers with commas between them, as 0.5,0.8",
	}[invalid.GetFlag().Value.Type()]
	if want == "" {
		return err
	}
	return fmt.Errorf("--%s %s: want %s", invalid.GetFlag().Name, invalid.GetValue(), want)
}

// lab puts together what a command works with, on an open database (nil for none).
func (c *call) lab(db *store.DB) (*lab.Lab, error) {
	prices, err := c.loadPrices()
	if err != nil {
		return nil, err
	}
	return &lab.Lab{
		DB: db, Models: c.models(), Sandbox: c.sandbox, Environ: c.environ, Prices: prices, Tokens: tokens.NewCounter().Count,
		Parallel: runtime.NumCPU(), Program: program.Version(), Given: givenTo(c.Command), Now: c.now().UTC(), ScenariosDir: c.ScenariosDir,
	}, nil
}

// givenTo is the command line of a command, for the record of what it plays.
func givenTo(cmd *cobra.Command) *store.Given {
	g := &store.Given{Command: cmd.CommandPath(), Args: cmd.Flags().Args(), Flags: map[string]string{}, Again: again(cmd)}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
			g.Flags[f.Name] = f.Value.String()
		}
	})
	return g
}

func (c *call) loadPrices() (*llm.Prices, error) {
	if c.Prices == "" {
		return llm.BuiltinPrices(), nil
	}
	data, err := input.ReadFile(c.Prices, input.Text)
	if err != nil {
		return nil, usageError{err}
	}
	own, err := llm.LoadPrices(c.Prices, data)
	if err != nil {
		return nil, usageError{err}
	}
	return llm.BuiltinPrices().With(own), nil
}

// withDB opens the database for f and closes it, even if f failed. If another process uses it, that is said and waited for.
func (c *call) withDB(readOnly bool, f func(*store.DB) error) error {
	giveUp := time.After(c.Wait)
	said := false
	for {
		db, err := store.Open(c.Context(), c.DB, store.Options{ReadOnly: readOnly, SyncEvery: c.SyncEvery})
		if err == nil {
			return errors.Join(f(db), db.Close())
		}
		if !errors.Is(err, store.ErrInUse) {
			return err
		}
		if !said && c.Wait > 0 {
			fmt.Fprintf(c.ErrOrStderr(), "arena: %v; waiting up to %s\n", err, c.Wait)
			said = true
		}
		select {
		case <-c.Context().Done():
			return c.Context().Err()
		case <-giveUp:
			return err
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// withLab is withDB for a command that works with experiments.
func (c *call) withLab(readOnly bool, f func(*lab.Lab) error) error {
	if readOnly { // what is read stays, and is most of the memory: as much again needn't lie about until it is collected
		debug.SetGCPercent(50)
	}
	return c.withDB(readOnly, func(db *store.DB) error {
		l, err := c.lab(db)
		if err != nil {
			return err
		}
		return f(l)
	})
}

// withStored is withLab that only reads, without a database if there is none and none was named.
func (c *call) withStored(f func(*lab.Lab) error) error {
	if _, err := os.Stat(c.DB); errors.Is(err, fs.ErrNotExist) && !c.Flags().Changed("db") {
		l, err := c.lab(nil)
		if err != nil {
			return err
		}
		return f(l)
	}
	return c.withLab(true, f)
}

// existing is a mistake of usage unless the database is there: opening it to write would make it.
func (c *call) existing() error {
	if _, err := os.Stat(c.DB); errors.Is(err, fs.ErrNotExist) {
		return usageError{fmt.Errorf("database %s does not exist: run an experiment first or use --db OTHER", c.DB)}
	}
	return nil
}
