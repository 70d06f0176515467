package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// entry is a command as it is declared: what its help says, the flags it has, and what it does, which is to read, to run, or to
// list the commands below it.
type entry struct {
	use, short, long, example string // as cobra has them; use says how many arguments there are
	hidden                    bool

	flags  string   // the shared ones, by name
	own    any      // a pointer to a struct of others
	things string   // what --parallel counts, of a command that asks models; it refuses mistakes itself, with those of its plan
	dry    string   // what --dry-run says; nothing: size and estimated cost
	forms  []string // of its report, the default first; none: there is no choice
	charts []string // those of svg and png, the default first
	schema []byte   // of the form json
	views  []string // of its report

	check    func() error // what is wrong with its own flags
	read     func(context.Context, *lab.Lab) (reports.Document, error)
	run      func(context.Context) error
	commands []func(*call) entry
}

// call is a command that is called: cobra's, the world, and the values of the shared flags.
type call struct {
	*cobra.Command
	*world
	shared
	is   entry
	args []string
}

// command makes what an entry declares.
func (w *world) command(declared func(*call) entry) *cobra.Command {
	c := &call{Command: &cobra.Command{SuggestionsMinimumDistance: 2}, world: w}
	e := declared(c)
	c.is = e
	c.Use, c.Short, c.Long, c.Example, c.Hidden, c.Args, c.RunE = e.use, e.short, e.long, e.example, e.hidden, c.count, c.begin
	c.declare()
	for _, below := range e.commands {
		c.AddCommand(w.command(below))
	}
	return c.Command
}

// group is a command that only groups others.
func group(use, short string, commands ...func(*call) entry) func(*call) entry {
	return func(*call) entry { return entry{use: use, short: short, commands: commands} }
}

// count checks how many arguments there are, by the words of use: one in brackets may be left out, dots are any number, and
// behind a stroke is another way to call it.
func (c *call) count(cmd *cobra.Command, args []string) error {
	if c.Schema {
		return nil
	}
	words, _, _ := strings.Cut(c.Use, " --")
	least, most := 0, 0
	missing := ""
	for _, way := range strings.Split(strings.TrimPrefix(words, c.Name()), " | ") {
		needed := 0
		for i, word := range strings.Fields(way) {
			if most = max(most, i+1); strings.HasSuffix(strings.TrimSuffix(word, "]"), "...") {
				most = math.MaxInt
			}
			if word[0] != '[' {
				if needed++; needed > len(args) && missing == "" {
					missing = strings.TrimSuffix(word, "...")
				}
			}
		}
		least = max(least, needed)
	}
	switch {
	case most == 0:
		return noArgs(cmd, args)
	case len(args) >= least && len(args) <= most:
		return nil
	}
	wrong := missing + " is missing"
	if len(args) > most {
		wrong = fmt.Sprintf("%q is one argument too many", args[most])
	}
	return usageError{fmt.Errorf("%s: %s (usage: %s)", cmd.CommandPath(), wrong, cmd.UseLine())}
}

// first is the first argument, if there is one.
func (c *call) first() string { return append(slices.Clone(c.args), "")[0] }

// experiment is the word of use for an argument that --in names, too.
const experiment = "[EXPERIMENT]"

// begin does what the command does. Its mistakes are refused before it does anything.
func (c *call) begin(_ *cobra.Command, args []string) error {
	c.args = args
	if c.In != "" && strings.Contains(c.Use, experiment) {
		if len(args) > 0 {
			return usageError{fmt.Errorf("--in %s and %s name an experiment each: leave one out", c.In, args[0])}
		}
		c.args = []string{c.In}
	}
	c.formByEnding()
	if c.Schema {
		_, err := c.stdout.Write(c.is.schema)
		return err
	}
	if c.Quiet { // nothing is said on standard error but why the command failed
		nowhere, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer nowhere.Close()
		c.stderr = console{nowhere}
		c.Root().SetErr(nowhere)
	}
	if c.is.things == "" {
		var own error
		if c.is.check != nil {
			own = c.is.check()
		}
		if err := c.refuse(own); err != nil {
			return err
		}
	}
	switch {
	case c.is.read != nil:
		return c.withLab(true, func(l *lab.Lab) error {
			d, err := c.is.read(c.Context(), l)
			if err != nil {
				return err
			}
			return c.show(d.Only(c.View...))
		})
	case c.is.run != nil:
		return c.is.run(c.Context())
	}
	return c.Help()
}

// refuse is a mistake of usage for all that is wrong with the flags, and for errs, of which any may be nil.
func (c *call) refuse(errs ...error) error {
	return refuse(append(append(c.mistakes(), c.checkForm()), errs...)...)
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

// noArgs refuses arguments as a mistake of usage, with the nearest command.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if !cmd.HasSubCommands() {
		hint := ""
		if cmd.Flags().Lookup("db") != nil {
			hint = " (--db names a database)"
		}
		return usageError{fmt.Errorf("%s takes no arguments, have %q%s", cmd.CommandPath(), args, hint)}
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
