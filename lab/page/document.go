package page

import (
	"context"
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/reports"
)

// OfNight is the page of a night, which brings its evidence along: that of its experiment, with what its gates said in front.
func OfNight(ctx context.Context, l *lab.Lab, r lab.Result, said reports.Document) (reports.Document, error) {
	doc, err := Document(ctx, l, r, true)
	if err != nil {
		return doc, err
	}
	tables := doc.Browser.Tables
	doc.Finding, doc.Title, doc.Warnings = said.Finding, said.Title, said.Warnings
	doc.Browser.Tables = func() (reports.Document, error) {
		more, err := tables()
		more.Sections = append(slices.Clone(said.Sections), more.Sections...)
		return more, err
	}
	return doc, nil
}

// Document is the report of an experiment, and the page that a browser shows of it. Its sections are those that are seen
// first; all others are chapters, worked out where a reader goes to them. Alone the page brings conversations, memories
// and replies along; otherwise it has to be served.
func Document(ctx context.Context, l *lab.Lab, r lab.Result, alone bool) (reports.Document, error) {
	rep, err := leaderboard.Read(ctx, l, r, leaderboard.Ask{Views: leaderboard.All()[:2]})
	titled := func(rep leaderboard.Report) reports.Document {
		doc := rep.Document()
		doc.Title = "Context Arena" + rep.Experiment.Title()
		return doc
	}
	doc := titled(rep)
	doc.Browser = &reports.Browser{
		Page: New(r, rep),
		Tables: func() (reports.Document, error) {
			all, err := leaderboard.Read(ctx, l, r, leaderboard.Ask{Views: leaderboard.All()})
			return titled(all), err
		},
		Chapters: []reports.Chapter{
			{Name: "facts", Read: func() (any, error) { return FactsOf(r, rep.Leaderboard), nil }},
		},
	}
	doc.Browser.Chapters = append(doc.Browser.Chapters, pairs(r, rep)...)
	if alone {
		doc.Browser.Chapters = append(doc.Browser.Chapters, pieces(ctx, l, r)...)
	}
	return doc, err
}
