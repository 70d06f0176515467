package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
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

// completions are what flags of these names complete to, of whatever command.
var completions = map[string]func() []string{
	"strategy": strategyNames, "scenario": scenarioIDs, "train": scenarioIDs, "held-out": scenarioIDs, "model": modelNames, "memory-model": modelNames, "judge": providerNames,
	"dialogue": fixed(dialogues...), "estimand": fixed(estimandNames...), "level": fixed(names(arena.Levels)...), "type": fixed(names(arena.FactTypes)...),
	"suite": fixed("original", "extended"), "view": func() []string { return append([]string{reports.AllViews}, leaderboard.Views()...) },
}

// completeFlags has the flags of all commands below complete to what completions say.
func completeFlags(cmd *cobra.Command) {
	for name, values := range completions {
		if cmd.Flags().Lookup(name) != nil {
			complete(cmd, name, values)
		}
	}
	for _, c := range cmd.Commands() {
		completeFlags(c)
	}
}

// complete has a flag complete to values. One that doesn't exist is a mistake of the program.
func complete(cmd *cobra.Command, flag string, values func() []string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, offer(values)); err != nil {
		panic(err)
	}
}

// fixed completes to the same values always.
func fixed(values ...string) func() []string { return func() []string { return values } }

// known is an error for the value of a flag that isn't one of those it may have.
func known(flag, have string, want []string) error {
	switch {
	case slices.Contains(want, have):
		return nil
	case len(want) == 2:
		return fmt.Errorf("--%s %s: want %s", flag, have, oneOf(want))
	}
	return fmt.Errorf("--%s %s: %swant one of %s", flag, have, strictyaml.DidYouMean(have, want), strings.Join(want, ", "))
}

// oneOf lists names for people.
func oneOf(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// names are the names of kinds of something.
func names[T ~string](kinds []T) []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = string(k)
	}
	return out
}

// dialogues are the values of --dialogue.
var dialogues = []string{string(arena.Live), string(arena.Scripted)}

// dialogueFlag adds --dialogue, which known("dialogue", …, dialogues) checks.
func dialogueFlag(cmd *cobra.Command, to *string, value string) {
	cmd.Flags().StringVar(to, "dialogue", value, "who replies in the conversation: live (the model) or scripted")
}
