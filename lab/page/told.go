package page

import (
	"context"
	"errors"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/store"
)

// Told is the evidence of some trials, each text once: texts repeat from repeat to repeat.
type Told struct {
	Texts  []string `json:"texts"`
	Trials []Story  `json:"trials"`

	at map[string]int
}

// Story is the evidence of a trial. Its texts are indices into Told.Texts.
type Story struct {
	Key      string    `json:"key"`              // the first 12 digits
	Pruned   bool      `json:"pruned,omitempty"` // arena db prune took its texts
	Messages []Message `json:"messages"`
	Cycles   []Cycle   `json:"cycles"`
	Final    int       `json:"final"`
	Answers  []int     `json:"answers"`  // by probe; none unless the trial was completed
	Why      [][]int   `json:"why"`      // by probe and level: the words that decided
	Before   []int     `json:"before"`   // by probe: the line that held a value before it was lost
	After    []int     `json:"after"`    // by probe: what came of that line
	Warnings []int     `json:"warnings"` // what the memory said of the trial
}

// Message is one message of the conversation.
type Message struct {
	Index arena.MessageIndex `json:"index"`
	Turn  arena.Turn         `json:"turn"`
	Role  llm.Role           `json:"role"`
	Text  int                `json:"text"`
}

// Cycle is one change of the memory.
type Cycle struct {
	After  arena.MessageIndex   `json:"after"`
	Left   []arena.MessageIndex `json:"left"`
	Back   []arena.MessageIndex `json:"back,omitempty"`
	Text   int                  `json:"text"`
	Tokens int                  `json:"tokens"`
	Cut    bool                 `json:"cut,omitempty"` // the memory's reply was cut at its cap
}

// tell is the evidence of stored trials.
func tell(ctx context.Context, l *lab.Lab, trials []*lab.Trial) (*Told, error) {
	out := &Told{Texts: []string{}, Trials: []Story{}, at: map[string]int{}}
	for _, t := range trials {
		if err := out.add(ctx, l.DB, t); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Tell is the evidence of one trial of a result, named by the first digits of its key. It is an error if there is none.
func Tell(ctx context.Context, l *lab.Lab, r lab.Result, key string) (*Told, error) {
	for i := range r.Trials {
		if t := &r.Trials[i]; t.Key.Short() == key {
			return tell(ctx, l, []*lab.Trial{t})
		}
	}
	return nil, fmt.Errorf("no trial %q in experiment %d: %w", key, r.Experiment.Number, store.ErrNone)
}

// text is where a text stands, put there if it is new.
func (o *Told) text(s string) int {
	i, ok := o.at[s]
	if !ok {
		i = len(o.Texts)
		o.at[s] = i
		o.Texts = append(o.Texts, s)
	}
	return i
}

func (o *Told) add(ctx context.Context, db *store.DB, t *lab.Trial) error {
	rec, err := db.Record(ctx, t.Key)
	pruned := errors.Is(err, store.ErrPruned) // what is left is shown
	if err != nil && !pruned {
		return err
	}
	s := Story{Key: t.Key.Short(), Pruned: pruned, Messages: []Message{}, Cycles: []Cycle{}, Answers: []int{}, Why: [][]int{}, Before: []int{}, After: []int{}, Warnings: []int{}}
	for _, m := range rec.Messages {
		text := m.Text
		for _, c := range m.ToolCalls {
			text += fmt.Sprintf("\n%s %s", c.Name, c.Arguments)
		}
		s.Messages = append(s.Messages, Message{m.Index, m.Turn, m.Role, o.text(text)})
	}
	for _, c := range rec.Cycles {
		s.Cycles = append(s.Cycles, Cycle{After: c.After, Left: c.Left, Back: c.Back, Text: o.text(c.Text), Tokens: c.Tokens, Cut: c.Stop == llm.StopLength})
	}
	s.Final = o.text(rec.Final.Text)
	for _, reply := range rec.Probes {
		s.Answers = append(s.Answers, o.text(reply.Text))
	}
	for _, f := range t.Score.Findings {
		var why []int
		for _, v := range f.Verdicts {
			why = append(why, o.text(v.Why))
		}
		s.Why, s.Before, s.After = append(s.Why, why), append(s.Before, o.text(f.Before)), append(s.After, o.text(f.After))
	}
	for _, w := range rec.Warnings {
		s.Warnings = append(s.Warnings, o.text(w))
	}
	o.Trials = append(o.Trials, s)
	return nil
}
