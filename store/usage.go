package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/fxamacker/cbor/v2"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// Used is what a trial used, and how its memory went. It is made of the record when that is saved, and kept with the trial
// as CBOR.
type Used struct {
	CycleCount
	TranscriptTokens int // of the whole conversation
	// ContextTokens is how many tokens a model was given on average to answer a probe, the question included. Calls
	// that a memory made for a probe are none of them. It is 0 for a trial without answers.
	ContextTokens float64
	Served        []Served // what answered its calls; simulated models answer for themselves and are left out
	// Charges are by purpose and model, whether or not a cache answered, in the order of arena.Purposes and then by model.
	Charges []Charge
}

// CycleCount counts the cycles of a trial.
type CycleCount struct {
	Cycles    int
	CutCycles int // those in which a memory reply was cut at its cap
	Tokens    int // of the memory text after the last; 0 where it wasn't counted
	arena.Delivery
	Layers arena.Layers `json:",omitzero"` // over all cycles; of Bytes those of the last
}

// Served is what answered for a model.
type Served struct {
	Model   llm.Model
	By      string // as the provider names it; empty where its reply isn't stored here
	Calls   int
	Counted int // calls whose usage is our own count, as the provider told none that can be true
}

// Charge is what a trial used for one purpose with one model.
type Charge struct {
	Purpose arena.Purpose `json:"purpose"`
	Model   llm.Model     `json:"model"`
	Calls   int           `json:"calls"`             // nominal ones included
	Nominal int           `json:"nominal,omitempty"` // for which no model was asked
	Usage   llm.Usage     `json:"usage"`
}

// usedOf is what a record used; answered says what answered to a request of a model that isn't simulated.
func usedOf(rec arena.Record, answered func(llm.Key) string) Used {
	u := Used{Charges: ChargesOf(rec.Calls)}
	for _, m := range rec.Messages {
		u.TranscriptTokens += m.Tokens
	}
	for _, c := range rec.Cycles {
		u.Cycles++
		if c.Stop == llm.StopLength {
			u.CutCycles++
		}
		u.CycleCount.Tokens = c.Tokens
		u.Delivery = u.Delivery.Plus(c.Delivery)
		u.Layers = u.Layers.Plus(c.Layers)
	}
	asked := map[llm.Key]bool{}
	for _, r := range slices.Concat(append([][]arena.Reply{rec.Probes}, rec.Again...)...) {
		asked[r.Key] = true
	}
	delete(asked, llm.Key{})
	calls, input := 0, 0
	for _, c := range rec.Calls {
		if asked[c.Key] {
			calls, input = calls+1, input+c.Usage.Input
		}
		if c.Nominal || c.Model.Provider == "sim" {
			continue
		}
		s := Served{Model: c.Model, By: answered(c.Key), Calls: 1}
		if c.Usage.Estimated {
			s.Counted = 1
		}
		u.Served = AddServed(u.Served, s)
	}
	if calls > 0 {
		u.ContextTokens = float64(input) / float64(calls)
	}
	return u
}

// AddServed adds to what answered, which is in the order of models and then of names.
func AddServed(all []Served, s Served) []Served {
	at, found := slices.BinarySearchFunc(all, s, func(a, b Served) int { return cmp.Or(compareModels(a.Model, b.Model), cmp.Compare(a.By, b.By)) })
	if !found {
		return slices.Insert(all, at, s)
	}
	all[at].Calls += s.Calls
	all[at].Counted += s.Counted
	return all
}

// ChargesOf adds up calls by purpose and model, in the order of Used.Charges.
func ChargesOf(calls []arena.Call) []Charge {
	var out []Charge
	for _, c := range calls {
		at := slices.IndexFunc(out, func(o Charge) bool { return o.Purpose == c.Purpose && o.Model == c.Model })
		if at < 0 {
			at, out = len(out), append(out, Charge{Purpose: c.Purpose, Model: c.Model})
		}
		out[at].Calls++
		if c.Nominal {
			out[at].Nominal++
		}
		out[at].Usage = out[at].Usage.Plus(c.Usage)
	}
	slices.SortFunc(out, func(a, b Charge) int {
		return cmp.Or(slices.Index(arena.Purposes, a.Purpose)-slices.Index(arena.Purposes, b.Purpose), compareModels(a.Model, b.Model))
	})
	return out
}

func compareModels(a, b llm.Model) int {
	return cmp.Or(cmp.Compare(a.Provider, b.Provider), cmp.Compare(a.Name, b.Name), cmp.Compare(a.BaseURL, b.BaseURL), cmp.Compare(a.Options, b.Options))
}

// answeredBy asks what answered to a request.
const answeredBy = `SELECT answered_by FROM replies WHERE key = ?`

// used keeps what a trial used.
func (t *tx) used(trial int64, rec arena.Record) {
	u := usedOf(rec, func(key llm.Key) (by string) {
		t.row(answeredBy, []any{key[:]}, &by)
		return by
	})
	packed, err := cbor.Marshal(u)
	t.exec(`UPDATE trials SET used = ? WHERE id = ?`, packed, trial)
	t.err = cmp.Or(t.err, err)
}

// AnswerLatency returns how long the replies to each trial's probes took on average, as first
// recorded: a reply out of the cache counts the time it took when it was asked for. Replies without
// a time, such as the simulated model's, don't count; trials without any other are not in the map.
func (d *DB) AnswerLatency(ctx context.Context, experimentID string) (map[arena.TrialKey]time.Duration, error) {
	return byTrial(ctx, d, "read latencies", column[time.Duration], only,
		`SELECT t.key, CAST(avg(p.latency_ns) AS INTEGER) FROM answers a
		JOIN trials t ON t.id = a.trial JOIN replies p ON p.key = a.key
		WHERE a.trial `+inExperiment+` AND a.ordinal > 0 AND p.latency_ns > 0 GROUP BY t.id`, experimentID)
}
