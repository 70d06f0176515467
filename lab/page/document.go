package page

import (
	"context"

	"contextarena.internal/lab"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/reports"
)

// Document is the report of an experiment with every view, and the page that a browser shows of it. With
// evidence the page brings conversations, memories and replies along; without, it has to be served.
func Document(ctx context.Context, l *lab.Lab, r lab.Result, evidence bool) (reports.Document, error) {
	rep := leaderboard.New(r, leaderboard.Ask{Views: leaderboard.All()})
	doc := rep.Document()
	doc.Title = "Context Arena" + rep.Experiment.Title()
	p, err := New(r, rep)
	if err != nil {
		return doc, err
	}
	doc.Browser = &reports.Browser{Page: p}
	if evidence {
		doc.Browser.Evidence = func() (any, error) { return All(ctx, l, r) }
	}
	return doc, nil
}
