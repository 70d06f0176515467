package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"contextarena.internal/lab"
	"contextarena.internal/strategies"
)

func strategyNames() []string {
	var names []string
	for _, e := range strategies.All() {
		names = append(names, e.Name)
	}
	for _, p := range strategies.Presets() {
		names = append(names, p.Name)
	}
	return names
}

func scenarioIDs() []string {
	all, _ := lab.Scenarios("") // a shell has no place for an error
	var ids []string
	for _, s := range all {
		ids = append(ids, s.ID)
	}
	return ids
}

// completeFlags has the flags of a command complete to what they may be in the shell: names, forms, and other choices.
func (c *call) completeFlags() {
	names := map[string]func() []string{"strategy": strategyNames, "scenario": scenarioIDs}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		may := append(choices[f.Name], map[string][]string{"format": c.is.forms, "chart": c.is.charts}[f.Name]...)
		if names[f.Name] == nil && may == nil {
			return
		}
		err := c.RegisterFlagCompletionFunc(f.Name, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			if of := names[f.Name]; of != nil {
				may = of()
			}
			return may, cobra.ShellCompDirectiveNoFileComp
		})
		if err != nil {
			panic(err) // it is a flag of this command
		}
	})
}
