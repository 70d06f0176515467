package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"contextarena.internal/lab"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/lab/learning"
	"contextarena.internal/lab/original"
	"contextarena.internal/lab/page"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

func viewCommand(c *call) entry {
	own := &struct {
		Addr  string        `flag:"addr" default:"127.0.0.1:8088" usage:"<HOST:PORT> to listen on; port 0 for any that is free"`
		Every time.Duration `flag:"every" default:"1s" usage:"how often to look for new trials"`
	}{}
	return entry{
		use: "view", short: "Show the experiments of a database in a browser",
		long: `Serve pages that show the experiments of a database: the answer, where facts
were lost, every trial with its conversation, memory and requests, and variants
against each other. While a run goes on in another terminal the pages follow it.

It only reads, listens on this machine alone, and ends with Ctrl-C. To send a
report to somebody, write one file: arena report --format html --out report.html
has all but the requests.`,
		example: `  arena view
  arena view --db nightly.db --addr 127.0.0.1:9000`,
		flags: reading, own: own,
		run: func(ctx context.Context) error {
			at, err := net.ResolveTCPAddr("tcp", own.Addr)
			if err == nil && !at.IP.IsLoopback() {
				err = errors.New("pages have no password, so they are shown on this machine alone: listen on 127.0.0.1, and reach it from elsewhere by ssh -L")
			}
			if err != nil {
				err = fmt.Errorf("--addr %s: %w (want HOST:PORT, such as 127.0.0.1:8088)", own.Addr, err)
			}
			if own.Every < 100*time.Millisecond {
				err = errors.Join(err, fmt.Errorf("--every %s: want 100ms or more", own.Every))
			}
			if err := errors.Join(refuse(err), c.existing()); err != nil {
				return err
			}
			return c.withLab(true, func(l *lab.Lab) error {
				slim()
				site := &page.Site{Lab: l, Every: own.Every, Other: func(ctx context.Context, e store.Experiment) (reports.Document, error) { return documentOf(ctx, l, e) }}
				return c.showPages(ctx, at, site)
			})
		},
	}
}

// documentOf is the report of an experiment that is no run of a plan.
func documentOf(ctx context.Context, l *lab.Lab, e store.Experiment) (reports.Document, error) {
	switch e.Kind {
	case store.KindSweep:
		return documented(frontier.Load(ctx, l, e.ID))
	case store.KindEvolution:
		return documented(evolution.Analyse(ctx, l, e.ID))
	case store.KindImport:
		return documented(original.Load(ctx, l, e.ID))
	}
	return documented(learning.Load(ctx, l, e.ID))
}

// documented is the document of what was found, if it was.
func documented(found interface{ Document() reports.Document }, err error) (reports.Document, error) {
	if err != nil {
		return reports.Document{}, err
	}
	return found.Document(), nil
}

// showPages serves until ctx ends. Browsers that wait for news are let go at once.
func (c *call) showPages(ctx context.Context, at *net.TCPAddr, site *page.Site) error {
	var warming sync.WaitGroup
	defer warming.Wait()
	server := &http.Server{Handler: site.Handler(), BaseContext: func(net.Listener) context.Context { return ctx }}
	return c.listen(ctx, at, server, 2*time.Second, func(at net.Addr) error {
		warming.Go(func() { site.Warm(ctx) })
		fmt.Fprintln(c.stderr, "arena: open this address in a browser; Ctrl-C ends it")
		return c.line("http://%s", at)
	}, func(bool) {})
}
