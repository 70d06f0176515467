package main

import (
	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/llm/providers"
	"contextarena.internal/llm/sim"
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
	var names []string
	for _, p := range providers.Names(false) {
		names = append(names, p+":")
	}
	return names
}

func levels() []string {
	var names []string
	for _, l := range arena.Levels {
		names = append(names, string(l))
	}
	return names
}

// completeFlags registers what the flags of a command complete to. A flag that doesn't exist is
// a mistake of the program.
func completeFlags(cmd *cobra.Command, flags map[string]func() []string) {
	for name, values := range flags {
		if err := cmd.RegisterFlagCompletionFunc(name, offer(values)); err != nil {
			panic(err)
		}
	}
}
