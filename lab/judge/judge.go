// Package judge asks a model for a second opinion on replies to probes: does the reply give the true value,
// an old one, or neither?
//
//  1. A Case is what is judged: question, true value, old values and reply (case.go).
//  2. It is asked twice by schema, with the verdicts offered in opposite orders; the reply stands in the
//     prompt as data, and nothing in it is followed (prompt.go).
//  3. Ask asks for what isn't stored yet, each case once, and stores every answer at once (ask.go).
//
// A verdict of a judge never takes the place of a matcher's.
package judge

import (
	"context"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/llm/sim"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Unsure is the verdict of a judge whose two answers differ, or couldn't be read.
const Unsure probes.Result = "unsure"

// Verdict is what a judge says in the end: what it said both times, else Unsure.
func Verdict(j store.Judgement) probes.Result {
	if j.First == "" || j.First != j.Turned {
		return Unsure
	}
	return j.First
}

// Of is the judge that a model is. A simulated model is an arena.Mistake: it is a test double, which knows
// what the matchers find, so that its opinion would be theirs.
func Of(m lab.Models, name string) (store.Judge, error) {
	model, err := m.Resolve(name)
	if err != nil {
		return store.Judge{}, arena.Mistake{Err: err}
	}
	if model.Provider == sim.Provider.Name {
		return store.Judge{}, arena.Mistake{Err: fmt.Errorf("%s can't judge: a simulated model is a test double that reads with the project's own matchers; name a real one (openai:MODEL or ollama:MODEL)", name)}
	}
	return store.Judge{Model: model, Prompt: promptVersion}, nil
}

// Known are the judges that have said something, when they were asked as they are today.
func Known(ctx context.Context, db *store.DB) ([]store.Judge, error) {
	all, err := db.Judges(ctx)
	return slices.DeleteFunc(all, func(j store.Judge) bool { return j.Prompt != promptVersion }), err
}
