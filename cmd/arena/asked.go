package main

import (
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/lab/leaderboard"
)

// asked are the flags of commands that print a leaderboard.
type asked struct {
	Views []string `flag:"view" usage:"show this <VIEW> instead of the answer (again for more, or all)"`
	Type  string   `flag:"type" usage:"answers to probes of this fact <TYPE> alone"`
	By    string   `flag:"by" default:"strategy" usage:"a row each <THING>: strategy, or probe, with its question and who kept it"`
}

// ask is what the flags ask for.
func (a *asked) ask() (leaderboard.Ask, error) {
	views, err := leaderboard.Chosen(a.Views)
	if err != nil {
		err = fmt.Errorf("--view: %w", err)
	}
	if a.By == "probe" {
		views = append(views, "probes")
	}
	return leaderboard.Ask{Views: views, Type: arena.FactType(a.Type)}, err
}
