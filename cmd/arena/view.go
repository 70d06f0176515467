package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/lab/learning"
	"contextarena.internal/lab/original"
	"contextarena.internal/lab/page"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

func viewCommand(w *world, o *options) *cobra.Command {
	var addr string
	var every time.Duration
	cmd := &cobra.Command{
		Use:   "view",
		Short: "Show the experiments of a database in a browser",
		Long: `Serve pages that show the experiments of a database: the answer, where facts
were lost, every trial with its conversation, memory and requests, and variants
against each other. While a run goes on in another terminal the pages follow it.

It only reads, listens on this machine alone, and ends with Ctrl-C. To send a
report to somebody, write one file: arena report --format html --out report.html
has all but the requests.`,
		Example: `  arena view
  arena view --db nightly.db --addr 127.0.0.1:9000`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			at, err := net.ResolveTCPAddr("tcp", addr)
			if err == nil && !at.IP.IsLoopback() {
				err = errors.New("pages have no password, so they are shown on this machine alone: listen on 127.0.0.1, and reach it from elsewhere by ssh -L")
			}
			if err != nil {
				err = fmt.Errorf("--addr %s: %w (want HOST:PORT, such as 127.0.0.1:8088)", addr, err)
			}
			if every < 100*time.Millisecond {
				err = errors.Join(err, fmt.Errorf("--every %s: want 100ms or more", every))
			}
			if err := errors.Join(refuse(err), o.existing()); err != nil {
				return err
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				slim()
				site := &page.Site{Lab: l, Every: every, Other: func(ctx context.Context, e store.Experiment) (reports.Document, error) { return documentOf(ctx, l, e) }}
				return w.showPages(cmd.Context(), at, site)
			})
		},
	}
	cmd.Flags().StringVar(&addr, "addr", "127.0.0.1:8088", "`HOST:PORT` to listen on; port 0 for any that is free")
	cmd.Flags().DurationVar(&every, "every", time.Second, "how often to look for new trials")
	o.readFlags(cmd)
	return cmd
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
func (w *world) showPages(ctx context.Context, at *net.TCPAddr, site *page.Site) error {
	listener, err := net.ListenTCP("tcp", at)
	if err != nil {
		return fmt.Errorf("%w: choose another with --addr, port 0 for any that is free", err)
	}
	server := &http.Server{
		Handler: site.Handler(), BaseContext: func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, IdleTimeout: idleTime, MaxHeaderBytes: mostHeader,
		ErrorLog: log.New(w.stderr, "arena: ", 0),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	warm := make(chan struct{})
	go func() { site.Warm(ctx); close(warm) }()
	defer func() { <-warm }()
	fmt.Fprintf(w.stdout, "http://%s\n", listener.Addr())
	fmt.Fprintln(w.stderr, "arena: open this address in a browser; Ctrl-C ends it")
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		err = server.Close()
		return errors.Join(err, ignoreClosed(<-ended))
	}
	return ignoreClosed(<-ended)
}
