package main

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/choice"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/scenarios"
)

// chooseFlags are the flags of arena choose.
type chooseFlags struct {
	*call
	questioned
	Tokens int     `flag:"tokens" default:"16000" want:"0 to 10000000" usage:"how long your conversations are, in <TOKENS>"`
	Budget float64 `flag:"budget" usage:"only what asks a question with at most so many <TOKENS>, context and reply (default: any)"`
	Suite  string  `flag:"suite" default:"extended" usage:"play the scenarios of this suite"`
	Model  string  `flag:"model" default:"sim:nano" usage:"ask this model"`
}

func chooseCommand(c *call) entry {
	c.Dialogue = string(arena.Scripted)
	f := &chooseFlags{call: c}
	return entry{
		use: "choose", short: "Which one for me: one of each kind of memory, and what to use",
		long: `Play one of each kind of memory on conversations as long as yours, and say which
to use: the cheapest that keeps --floor, with --questions to be answered and at
most --budget tokens for each, and that passes the tasks that --require asks
for; by bounds that hold for all at once. Its time and cost are printed first.

It is a small sweep: the same command again goes on where it stopped, arena
report frontier prints it again, and arena sweep looks closer.`,
		example: `  arena choose
  arena choose --tokens 8000 --budget 2000 --questions 50
  arena choose --floor 0.9 --require 'tasks>=0.5'
  arena choose --model openai:gpt-5-nano --budget-usd 5 --dry-run`,
		flags: trials + "scenarios-dir scenario dialogue fresh quiet", own: f, things: "trials", run: f.run,
	}
}

func (f *chooseFlags) run(context.Context) error {
	models := f.models()
	plan := lab.DefaultPlan()
	plan.Name, plan.Suite, plan.Scenarios, plan.ScenariosDir = "choose", f.Suite, f.Scenarios, f.ScenariosDir
	plan.Strategies, plan.Models, plan.Repeats, plan.Dialogue = nil, []string{f.Model}, 2, arena.Dialogue(f.Dialogue)
	plan.Stretch = min(max(f.Tokens, 0), scenarios.MostStretch) // refuse says what is wrong with another
	s := frontier.Sweep{Plan: plan, Space: frontier.Few(), Exhaustive: true}
	ask, err := f.ask()
	ask.Context = f.Budget
	if err := f.refuse(err, choice.Ask{Floor: 0.5, Context: f.Budget}.Check(), s.Check(models)); err != nil {
		return err
	}
	l, err := f.asking(models, f.Model)
	if err != nil {
		return err
	}
	sweep := &sweepFlags{call: f.call, Model: f.Model, questioned: f.questioned}
	return f.spend(l, func() error { return sweep.forecast(l, s) }, func(ctx context.Context) error { return sweep.play(ctx, l, s, ask) })
}
