package main

import (
	"context"

	"contextarena.internal/lab"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/reports"
)

const archived = reading + "wait "

var archiveCommand = group("archive", "Show, export or look into what a search found (evolve)", archiveShow, archiveExport, archiveCell)

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

func archiveCell(c *call) entry {
	own := &struct {
		Experiment string `flag:"experiment" usage:"look into this experiment (default: the newest search)"`
	}{}
	return entry{
		use: "cell BIN,BIN", short: "Print one cell's elite with its settings",
		long: `Print one cell's elite with its settings.

A cell is named by the bin of each descriptor, from 0, as arena lab archive show
prints it.`,
		example: `  arena lab archive cell 4,3
  arena lab archive cell 0,2 --experiment 3`,
		flags: archived, own: own,
		read: func(ctx context.Context, l *lab.Lab) (reports.Document, error) {
			r, err := evolution.Load(context.WithoutCancel(ctx), l, own.Experiment)
			if err != nil {
				return reports.Document{}, err
			}
			return r.Archive.Cell(c.first())
		},
	}
}
