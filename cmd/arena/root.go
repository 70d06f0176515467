package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/store"
)

// options are the flags several commands share.
type options struct {
	db           string
	prices       string
	scenariosDir string
	wait         time.Duration
	syncEvery    time.Duration // 0 for the default
}

// command is the whole command line.
func command(w *world) *cobra.Command {
	root := &cobra.Command{
		Use:   "arena",
		Short: "Measure which facts LLM memory strategies keep, and at what cost",
		Long: `arena plays scripted conversations through LLM memory strategies, asks which
facts survived, and says what that cost, with error bars.

Without a key or a plan it runs on a simulated model:

  arena run                              eight scenarios, every strategy
  arena report --format md --out r.md    the same figures as Markdown
  arena run --model openai:gpt-5-nano --repeats 1 --dry-run
                                         what a real run would cost`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
		Args:          noArgs,
		RunE:          help,
	}
	root.SetIn(w.stdin)
	root.SetOut(w.stdout)
	root.SetErr(w.stderr)
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{flagError(err)} })
	root.SetUsageTemplate(strings.NewReplacer(
		".LocalFlags.FlagUsages", ".LocalFlags.FlagUsagesWrapped 80", ".InheritedFlags.FlagUsages", ".InheritedFlags.FlagUsagesWrapped 80",
		" for more information about a command.", " says more.",
	).Replace(root.UsageTemplate()))
	o := &options{}
	root.AddCommand(
		initCommand(w), runCommand(w, o), sweepCommand(w, o), nightlyCommand(w, o), reportCommand(w, o), compareCommand(w, o),
		experimentsCommand(w, o), failuresCommand(w, o), showCommand(w, o), rescoreCommand(w, o), scoreCommand(w, o), importCommand(w, o), exportCommand(w, o),
		judgeCommand(w, o), certifyCommand(w, o), reviewCommand(w, o),
		scenariosCommand(w, o), strategiesCommand(w), modelsCommand(w, o), simulateCommand(w, o), serveCommand(w, o), viewCommand(w, o), sandboxCommand(w), dbCommand(w, o),
		group("lab", "Studies: what learns, what evolves, what proposals predict", studies(w, o)...),
	)
	for _, c := range studies(w, o) { // under the names they had before there was a lab
		c.Hidden = true
		root.AddCommand(c)
	}
	completeFlags(root)
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

// flagError says what a flag takes, in words.
func flagError(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	want := map[string]string{
		"int": "a whole number", "int64": "a whole number", "float64": "a number", "duration": "a time such as 90s, 10m or 2h", "bool": "true or false",
	}[invalid.GetFlag().Value.Type()]
	if want == "" {
		return err
	}
	return fmt.Errorf("--%s %s: want %s", invalid.GetFlag().Name, invalid.GetValue(), want)
}

// group is a command that only groups others.
func group(use, short string, cmds ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: noArgs, RunE: help, SuggestionsMinimumDistance: 2}
	cmd.AddCommand(cmds...)
	return cmd
}

func help(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// noArgs refuses arguments as a mistake of usage, with the nearest command.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if !cmd.HasSubCommands() {
		return usageError{fmt.Errorf("%s takes no arguments, have %q", cmd.CommandPath(), args)}
	}
	near := cmd.SuggestionsFor(args[0])
	if inLab, _, err := cmd.Find([]string{"lab"}); err == nil && cmd.Root() == cmd {
		for _, name := range inLab.SuggestionsFor(args[0]) {
			near = append(near, "lab "+name)
		}
	}
	hint := ""
	if len(near) > 0 {
		hint = "; did you mean " + near[0] + "?"
	}
	return usageError{fmt.Errorf("unknown command %q for %s%s (see %s --help)", args[0], cmd.CommandPath(), hint, cmd.CommandPath())}
}

// atLeast checks for at least n arguments and at most one.
func atLeast(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < n || len(args) > 1 {
			return usageError{fmt.Errorf("%s: wrong number of arguments (usage: %s)", cmd.CommandPath(), cmd.UseLine())}
		}
		return nil
	}
}

// dbFlag adds --db.
func (o *options) dbFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.db, "db", "arena.db", "database `FILE`")
}

// pricesFlag adds --prices.
func (o *options) pricesFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.prices, "prices", "", "YAML `FILE` with prices that go before the builtin ones")
}

// scenariosFlag adds --scenarios-dir.
func (o *options) scenariosFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.scenariosDir, "scenarios-dir", "", "`FOLDER` with scenarios of your own, besides the builtin ones")
}

// readFlags adds what reading a database back takes.
func (o *options) readFlags(cmd *cobra.Command) {
	o.dbFlag(cmd)
	o.pricesFlag(cmd)
	o.scenariosFlag(cmd)
}

// models reads where models are asked from the environment.
func (w *world) models(timeout time.Duration) lab.Models {
	return lab.Models{
		Env: w.env, Timeout: timeout, Now: w.now, Rand: w.rand,
	}
}

// lab puts together what a command works with, on an open database (nil for none).
func (w *world) lab(cmd *cobra.Command, o *options, db *store.DB) (*lab.Lab, error) {
	prices, err := o.loadPrices()
	if err != nil {
		return nil, err
	}
	return &lab.Lab{
		DB: db, Models: w.models(callTime), Sandbox: w.sandbox, Prices: prices, Tokens: llm.NewCounter().Count,
		Parallel: runtime.NumCPU(), Program: version(), Given: givenTo(cmd), Now: w.now().UTC(), ScenariosDir: o.scenariosDir,
	}, nil
}

// givenTo is the command line of a command, for the record of what it plays.
func givenTo(cmd *cobra.Command) *store.Given {
	g := &store.Given{Command: cmd.CommandPath(), Args: cmd.Flags().Args(), Flags: map[string]string{}}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		switch value := f.Value.String(); f.Name {
		case "help":
		case "webhook": // whoever knows it may post there
			if value != "" {
				value = llm.ShownURL(value)
			}
			g.Flags[f.Name] = value
		default:
			g.Flags[f.Name] = value
		}
	})
	return g
}

func (o *options) loadPrices() (*llm.Prices, error) {
	if o.prices == "" {
		return llm.BuiltinPrices(), nil
	}
	data, err := input.ReadFile(o.prices, input.Text)
	if err != nil {
		return nil, usageError{err}
	}
	own, err := llm.LoadPrices(o.prices, data)
	if err != nil {
		return nil, usageError{err}
	}
	return llm.BuiltinPrices().With(own), nil
}

// waitFlag adds --wait, for commands that write.
func (o *options) waitFlag(cmd *cobra.Command) {
	cmd.Flags().DurationVar(&o.wait, "wait", 10*time.Second, "how long to wait for a database that another process uses")
}

// withDB opens the database for f and closes it, even if f failed.
func withDB(cmd *cobra.Command, o *options, readOnly bool, f func(*store.DB) error) (err error) {
	db, err := open(cmd, o, readOnly)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return f(db)
}

// withLab is withDB for a command that works with experiments.
func (w *world) withLab(cmd *cobra.Command, o *options, readOnly bool, f func(*lab.Lab) error) error {
	if readOnly { // what is read stays, and is most of the memory: as much again needn't lie about until it is collected
		debug.SetGCPercent(50)
	}
	return withDB(cmd, o, readOnly, func(db *store.DB) error {
		l, err := w.lab(cmd, o, db)
		if err != nil {
			return err
		}
		return f(l)
	})
}

// withStored is withLab that only reads, without a database if there is none and none was named.
func (w *world) withStored(cmd *cobra.Command, o *options, f func(*lab.Lab) error) error {
	if _, err := os.Stat(o.db); errors.Is(err, fs.ErrNotExist) && !cmd.Flags().Changed("db") {
		l, err := w.lab(cmd, o, nil)
		if err != nil {
			return err
		}
		return f(l)
	}
	return w.withLab(cmd, o, true, f)
}

// open opens the database. If another process uses it, that is said and waited for.
func open(cmd *cobra.Command, o *options, readOnly bool) (*store.DB, error) {
	ctx := cmd.Context()
	if o.wait < 0 {
		return nil, usageError{fmt.Errorf("--wait %s: want 0 or more", o.wait)}
	}
	giveUp := time.After(o.wait)
	said := false
	for {
		db, err := store.Open(ctx, o.db, store.Options{ReadOnly: readOnly, SyncEvery: o.syncEvery})
		if !errors.Is(err, store.ErrInUse) {
			return db, err
		}
		if !said && o.wait > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "arena: %v; waiting up to %s\n", err, o.wait)
			said = true
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-giveUp:
			return nil, err
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// version is the module's version and commit, as far as the build knows them.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "(devel)" || v == "" {
		v = "unreleased"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			v += " " + s.Value[:12]
		}
	}
	return v
}
