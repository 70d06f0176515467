package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"contextarena.internal/lab/choice"
	"contextarena.internal/lab/frontier"
)

// demand are the flags of commands that say what to use.
type demand struct {
	Floor   float64 `flag:"floor" default:"0.8" usage:"say what to use to keep this <SHARE> of the facts at least"`
	Require string  `flag:"require" default:"tasks>=1" usage:"and to pass this share of the final tasks that full_context passes, as <tasks>=0.5"`
}

// questioned is a demand where the cost of questions is known.
type questioned struct {
	demand
	Questions  float64  `flag:"questions" default:"10" usage:"count the cost of a memory's upkeep and of <N> questions"`
	Objectives []string `flag:"objective" usage:"take the front in cost, retention and this <THING>: tasks, worst (the fact type kept least) or latency; or retention alone (again for more; default tasks)"`
}

func (d questioned) ask() (choice.Ask, error) {
	ask, err := d.demand.ask(d.Questions)
	return ask, errors.Join(err, frontier.CheckObjectives(d.Objectives))
}

// ask is what the flags demand, with so many questions.
func (d demand) ask(questions float64) (choice.Ask, error) {
	ask := choice.Ask{Floor: d.Floor, Questions: questions, Tasks: 1}
	share, is := strings.CutPrefix(strings.ReplaceAll(d.Require, " ", ""), "tasks>=")
	tasks, err := strconv.ParseFloat(share, 64)
	if !is || err != nil {
		err = fmt.Errorf("--require %q: want tasks>= and a share of full_context's tasks, as tasks>=0.5", d.Require)
	} else {
		ask.Tasks = tasks
	}
	return ask, errors.Join(err, ask.Check())
}
