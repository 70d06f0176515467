package main

import (
	"context"

	"contextarena.internal/lab"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/reports"
)

const archived = reading + "wait "

var archiveCommand = group("archive", "Show or export what a search found (evolve)", archiveShow, archiveExport)

func archiveShow(c *call) entry {
	return entry{
		use: "show [EXPERIMENT]", short: "Print the grid and its elites",
		example: `  arena lab archive show
  arena lab archive show 3`,
		flags: archived,
		read: func(ctx context.Context, l *lab.Lab) (reports.Document, error) {
			d, err := documented(evolution.Analyse(context.WithoutCancel(ctx), l, c.first()))
			return d.Only("grid", "elites"), err
		},
	}
}

func archiveExport(c *call) entry {
	c.Format = "json"
	return entry{
		use: "export [EXPERIMENT]", short: "Write the archive with every evaluation as JSON",
		long: `Write the archive with every evaluation as JSON.

The same settings give the same bytes, however often the search was interrupted
and at any parallelism.`,
		example: `  arena lab archive export --out archive.json`,
		flags:   archived + "out",
		read: func(ctx context.Context, l *lab.Lab) (reports.Document, error) {
			r, err := evolution.Load(context.WithoutCancel(ctx), l, c.first())
			return reports.Document{Simulated: r.Archive.Simulated, Data: r.Archive}, err
		},
	}
}
