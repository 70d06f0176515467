package judge

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

// Verdicts are what a judge says of cases, by what they are. A case that it wasn't asked about is missing.
type Verdicts map[store.Subject]probes.Result

// Stored are the verdicts that a judge has given.
func Stored(ctx context.Context, db *store.DB, by store.Judge) (Verdicts, error) {
	all, err := db.Judgements(ctx, by)
	out := Verdicts{}
	for subject, j := range all {
		out[subject] = Verdict(j)
	}
	return out, err
}

// Missing are the cases without a verdict, equal ones once.
func (v Verdicts) Missing(cases []Case) []Case {
	var out []Case
	seen := map[store.Subject]bool{}
	for _, c := range cases {
		subject := c.Subject()
		if _, ok := v[subject]; ok || seen[subject] {
			continue
		}
		seen[subject] = true
		out = append(out, c)
	}
	return out
}

// Asking is what Ask did.
type Asking struct {
	lab.Progress        // Done and Total count different cases, Kept those that were judged before
	Stopped      string // why not all were judged, empty if they were
}

// Ask has a judge judge what it hasn't judged yet of cases, each once, and stores each judgement as soon as it
// is there, so that the same call again goes on. It asks until the budget is used up (Stopped) or a call fails
// for good (the error). l.OnProgress is told of every case. What is asked is entered in the ledger of an
// experiment if one is named.
func Ask(ctx context.Context, l *lab.Lab, experimentID, name string, cases []Case) (Asking, error) {
	by, err := Of(l.Models, name)
	if err != nil {
		return Asking{}, err
	}
	had, err := Stored(ctx, l.DB, by)
	if err != nil {
		return Asking{}, err
	}
	missing := had.Missing(cases)
	out := Asking{Progress: lab.Progress{Total: len(Verdicts{}.Missing(cases))}}
	out.Kept = out.Total - len(missing)
	out.Done = out.Kept
	if len(missing) == 0 {
		return out, nil
	}
	connect := func() (*lab.Asked, error) { return l.Ask(name) }
	if experimentID != "" {
		connect = func() (*lab.Asked, error) { return l.AskFor(ctx, experimentID, name) }
	}
	asked, err := connect()
	if err != nil {
		return out, err
	}
	var mu sync.Mutex
	paid := func() {
		out.PaidUSD, out.PriceKnown = asked.Paid()
		out.Asked = asked.Calls()
	}
	err = l.Session(nil).Each(ctx, len(missing), func(ctx context.Context, i int) error {
		j, err := askBoth(ctx, asked, missing[i])
		if err != nil {
			return err
		}
		if err := l.DB.SaveJudgement(ctx, by, j); err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		out.Done++
		paid()
		if l.OnProgress != nil {
			l.OnProgress(out.Progress)
		}
		return nil
	})
	paid()
	if errors.Is(err, llm.ErrBudget) {
		out.Stopped = fmt.Sprintf("the budget of %.4f USD was used up; %d of %d replies not judged", *l.BudgetUSD, out.Total-out.Done, out.Total)
		err = nil
	}
	return out, err
}

// askBoth asks about a case in both orders. An answer in which nothing is written counts as one that can't be
// read: asking the same again would bring the same.
func askBoth(ctx context.Context, client *lab.Asked, c Case) (store.Judgement, error) {
	out := store.Judgement{Subject: c.Subject()}
	for i, into := range []*probes.Result{&out.First, &out.Turned} {
		q := c.questions()[i]
		r, err := client.Complete(ctx, q.request(client.Model, c))
		if errors.Is(err, llm.ErrNoText) {
			continue
		}
		if err != nil {
			return out, err
		}
		*into = q.read(r)
	}
	return out, nil
}

// Forecast is what Ask would ask.
type Forecast struct {
	Replies, Known int // different ones, and those of them that were judged before
	lab.ModelEstimate
}

// Foretell is what asking about cases would cost: the prompts as they would be sent, and an answer of a few
// words to each. Without a database nothing is known before.
func Foretell(ctx context.Context, l *lab.Lab, name string, cases []Case) (Forecast, error) {
	by, err := Of(l.Models, name)
	if err != nil {
		return Forecast{}, err
	}
	had := Verdicts{}
	if l.DB != nil {
		if had, err = Stored(ctx, l.DB, by); err != nil {
			return Forecast{}, err
		}
	}
	missing := had.Missing(cases)
	out := Forecast{Replies: len(Verdicts{}.Missing(cases)), ModelEstimate: lab.ModelEstimate{Model: by.Model.String()}}
	out.Known = out.Replies - len(missing)
	for _, c := range missing {
		for _, q := range c.questions() {
			req := q.request(by.Model, c)
			out.Calls++
			out.Input += l.Tokens(req.Messages[0].Text) + l.Tokens(req.Schema.JSON)
			out.Output += answerTokens
		}
	}
	price, priced := l.Prices.Of(by.Model, l.Now)
	out.USD, out.Priced = price.USD(llm.Usage{Input: out.Input, Output: out.Output}), priced
	return out, nil
}

// answerTokens is about how long a filled form is.
const answerTokens = 30

// Document says what would be asked.
func (f Forecast) Document() reports.Document {
	return reports.Document{
		Sections: []reports.Section{{Title: fmt.Sprintf("%d different replies, %d of them judged before", f.Replies, f.Known)}, lab.ByModel(f.ModelEstimate)},
		Notes:    []string{"Each is asked about twice. A model that reasons writes more. Nothing was asked."},
	}
}
