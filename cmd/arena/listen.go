package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"contextarena.internal/lab"
)

// listenAddr is the address to listen on, resolved, so that what is checked is what is used. One
// that other machines can reach needs a token.
func listenAddr(addr string, token bool) (*net.TCPAddr, error) {
	at, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("--addr %s: want HOST:PORT: %w", addr, err)
	}
	if !at.IP.IsLoopback() && !token {
		return nil, fmt.Errorf("--addr %s can be reached from other machines: set a token in %s, or listen on 127.0.0.1", addr, tokenEnv)
	}
	return at, nil
}

// Limits of a connection, besides the longest body.
const (
	headerTime = 10 * time.Second
	bodyTime   = time.Minute
	replyTime  = 30 * time.Minute // the model's included
	idleTime   = 2 * time.Minute
	mostHeader = 64 << 10 // bytes
)

// serve listens and answers until ctx ends, then waits for the replies in flight.
func (f *serveFlags) serve(ctx context.Context, e *lab.Endpoint, token bool) error {
	at, err := listenAddr(f.Addr, token)
	if err != nil {
		return usageError{err}
	}
	base, breakOff := context.WithCancel(context.WithoutCancel(ctx))
	defer breakOff()
	var inFlight sync.WaitGroup
	server := &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			inFlight.Add(1)
			defer inFlight.Done()
			e.ServeHTTP(w, r)
		}),
		BaseContext:  func(net.Listener) context.Context { return base },
		WriteTimeout: replyTime,
	}
	return f.listen(ctx, at, server, f.Grace, func(at net.Addr) error { return f.greet(at, e) }, func(late bool) {
		if late {
			fmt.Fprintf(f.stderr, "arena: replies still in flight after %s are broken off\n", f.Grace)
			breakOff()
		}
		inFlight.Wait()
		fmt.Fprintln(f.stderr, served(e))
	})
}

// listen has a server answer until ctx ends, and lets what is in flight then end for a time. It greets once it listens, and tells
// ended whether something was late.
func (c *call) listen(ctx context.Context, at *net.TCPAddr, server *http.Server, grace time.Duration, greet func(net.Addr) error, ended func(late bool)) error {
	listener, err := net.ListenTCP("tcp", at)
	if err != nil {
		return fmt.Errorf("%w: choose another with --addr, port 0 for any that is free", err)
	}
	server.ReadHeaderTimeout, server.ReadTimeout, server.IdleTimeout, server.MaxHeaderBytes = headerTime, bodyTime, idleTime, mostHeader
	server.ErrorLog = log.New(c.stderr, "arena: ", 0)
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	if err := greet(listener.Addr()); err != nil {
		return errors.Join(err, server.Close(), ignoreClosed(<-done))
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	patient, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	late := server.Shutdown(patient) != nil
	ended(late)
	if late {
		err = server.Close()
	}
	return errors.Join(err, ignoreClosed(<-done))
}

// ignoreClosed drops the error of a server that was closed on purpose.
func ignoreClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// greet prints the base URL, on a line of its own for scripts; docs/serve-model.md says how to try it.
func (f *serveFlags) greet(at net.Addr, e *lab.Endpoint) error {
	fmt.Fprintf(f.stderr, "arena: serving %s; Ctrl-C ends it\n", printable(strings.Join(e.IDs(), ", ")))
	return f.line("http://%s/v1", at)
}

// served says at the end what was done.
func served(e *lab.Endpoint) string {
	var b strings.Builder
	fmt.Fprintf(&b, "arena: %d requests served", e.Requests())
	switch usd, known := e.Paid(); {
	case !known:
		b.WriteString("; paid an unknown amount (a model has no price)")
	case usd > 0:
		fmt.Fprintf(&b, "; paid %.4f USD", usd)
	}
	return b.String()
}
