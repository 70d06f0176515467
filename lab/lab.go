// Package lab plays, scores and stores plans, and is what studies are built on.
//
//  1. A Plan is loaded and checked whole (plan.go), and its models are found (models.go).
//  2. Run hands a plan's trials to a Player (run.go), which plays what isn't stored yet, each trial with
//     its score in one write (player.go; measured.go where only verdicts and charges are kept).
//  3. Load reads an experiment back with its costs (result.go), for studies. Arms splits it into
//     strategies with models, which package contrast sets against each other (arm.go).
//  4. Rescore judges stored evidence again with the matchers of today (rescore.go).
//  5. DetectableOf says before a run what it will be able to tell (detectable.go).
//
// Each study is a room of its own below this one, and one function a command; a Study (study.go) is one
// that plays nothing. What several of them count is in tally and contrast.
package lab

import (
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/store"
)

// Lab is what every command works with.
type Lab struct {
	DB           *store.DB
	Models       Models
	Sandbox      arena.Sandbox // runs the programs that models write; nil: strategies that need one can't start
	Environ      []string      // all that programs of strategies get of an environment
	Prices       *llm.Prices
	Tokens       func(text string) int
	ScenariosDir string            // further scenarios, besides the builtin ones; empty for none
	Drawn        []*arena.Scenario // further ones that are in no file: those that an experiment keeps
	Fresh        bool              // trials that other code of their strategies played are played anew
	Shard        Shard             // which part of a run is played here
	Parallel     int               // trials, and calls, in flight at most
	Program      string            // version of this program, kept with each experiment
	Given        *store.Given      // the command line, kept with each experiment; nil where there is none
	Now          time.Time         // when the command began

	// BudgetUSD caps what a run may spend; nil for no cap. Simulated models are charged the
	// nominal price of the model they stand for.
	BudgetUSD *float64
	// MaxFailures is how many trials of a run may fail before it is interrupted; nil for the larger of ten and
	// a twentieth of its trials.
	MaxFailures *int
	// OnOutage, if set, is told that a provider doesn't answer and is waited for, and that it answers again.
	OnOutage func(text string)
	// OnProgress, if set, is told of every trial that ended. Calls don't overlap.
	OnProgress func(Progress)
	// OnDetectable, if set, is told before anything is asked what a run's trials will be able to
	// tell, unless they are all finished or of one strategy.
	OnDetectable func(Detectable)
}
