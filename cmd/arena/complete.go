package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/llm/providers"
	"contextarena.internal/llm/sim"
	"contextarena.internal/reports"
	"contextarena.internal/strategies"
)

// completion offers values in the shell.
type completion = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective)

// offer completes from a list that is made when it is asked for.
func offer(values func() []string) completion {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	}
}

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
	all, err := lab.Scenarios("")
	if err != nil {
		return nil
	}
	var ids []string
	for _, s := range all {
		ids = append(ids, s.ID)
	}
	return ids
}

func modelNames() []string {
	names := providerNames()
	for _, n := range append(sim.Names(), sim.Exact) {
		names = append(names, "sim:"+n)
	}
	return names
}

// providerNames begins the names of models that have a server.
func providerNames() []string {
	var out []string
	for _, p := range providers.Names(false) {
		out = append(out, p+":")
	}
	return out
}

// completions are what flags of these names complete to, of whatever command; so do those with choices.
var completions = map[string]func() []string{
	"strategy": strategyNames, "scenario": scenarioIDs, "train": scenarioIDs, "held-out": scenarioIDs, "model": modelNames, "memory-model": modelNames, "judge": providerNames,
	"level": fixed(names(arena.Levels)...), "suite": fixed("original", "extended"), "view": fixed(append([]string{reports.AllViews}, leaderboard.Views()...)...),
}

// completeFlags has the flags of a command complete to what they may be.
func (c *call) completeFlags() {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		may := append(choices[f.Name], map[string][]string{"format": c.is.forms, "chart": c.is.charts}[f.Name]...)
		if values := completions[f.Name]; values != nil {
			complete(c.Command, f.Name, values)
		} else if may != nil {
			complete(c.Command, f.Name, fixed(may...))
		}
	})
}

// complete has a flag complete to values. One that doesn't exist is a mistake of the program.
func complete(cmd *cobra.Command, flag string, values func() []string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, offer(values)); err != nil {
		panic(err)
	}
}

// fixed completes to the same values always.
func fixed(values ...string) func() []string { return func() []string { return values } }
