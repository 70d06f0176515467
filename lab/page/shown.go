package page

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

// mostShown is how many experiments are remembered: people compare two.
const mostShown = 2

// shown is an experiment in one state of it. Each of its chapters is worked out when it is first asked for, once.
type shown struct {
	name   string
	id     string                     // of the experiment
	result func() (lab.Result, error) // of a run of a plan
	doc    func() (reports.Document, error)

	mu       sync.Mutex
	chapters map[string]func() ([]byte, error)
}

// Warm reads what a browser will ask for first, so that it needn't wait. What can't be read is said where it is asked for.
func (s *Site) Warm(ctx context.Context) {
	have, err := s.named(ctx, "")
	if err != nil {
		return
	}
	if _, err := have.document(); err == nil {
		_, _ = have.chapter("facts")
	}
}

// shown is the experiment that a request names. What is begun for one is finished: whoever asks next wants it, too.
func (s *Site) shown(r *http.Request) (*shown, error) {
	return s.named(context.WithoutCancel(r.Context()), r.URL.Query().Get("experiment"))
}

// named is an experiment as the database has it now: the newest for "".
func (s *Site) named(ctx context.Context, which string) (*shown, error) {
	e, err := s.Lab.Find(ctx, which)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	state, err := s.Lab.DB.State(ctx)
	if err != nil {
		return nil, err
	}
	if e.Status != store.Running { // only what is scored again changes it
		state = strings.Fields(state)[2]
	}
	name := string(text) + " " + state
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.reads, func(x *shown) bool { return x.name == name }); i >= 0 {
		have := s.reads[i]
		s.reads = append(slices.Delete(s.reads, i, i+1), have)
		return have, nil
	}
	have := s.read(ctx, e)
	have.name, have.id = name, e.ID
	// What the experiment was before is dropped, and what was looked at longest ago.
	s.reads = append(slices.DeleteFunc(s.reads, func(o *shown) bool { return o.id == have.id }), have)
	s.reads = s.reads[max(0, len(s.reads)-mostShown):]
	return have, nil
}

func (s *Site) read(ctx context.Context, e store.Experiment) *shown {
	out := &shown{chapters: map[string]func() ([]byte, error){}}
	out.result = sync.OnceValues(func() (lab.Result, error) {
		return s.Lab.Load(ctx, e.ID)
	})
	out.doc = sync.OnceValues(func() (doc reports.Document, err error) {
		defer func() {
			if err != nil {
				s.forget(out)
			}
		}()
		if e.Kind != store.KindRun {
			return s.Other(ctx, e)
		}
		r, err := out.result()
		if err != nil {
			return reports.Document{}, err
		}
		return Document(ctx, s.Lab, r, false)
	})
	return out
}

// forget lets an experiment be read again.
func (s *Site) forget(x *shown) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads = slices.DeleteFunc(s.reads, func(o *shown) bool { return o == x })
}

// document is what is seen first, as JSON.
func (s *shown) document() ([]byte, error) {
	return s.once("", func() ([]byte, error) {
		doc, err := s.doc()
		if err != nil {
			return nil, err
		}
		return doc.Browsed()
	})
}

// chapter is one of those that are read later, as JSON. It is an arena.Mistake if there is none.
func (s *shown) chapter(name string) ([]byte, error) {
	doc, err := s.doc()
	if err != nil {
		return nil, err
	}
	for _, p := range doc.Later() {
		if p.Name == name {
			return s.once(name, func() ([]byte, error) {
				v, err := p.Read()
				if err != nil {
					return nil, err
				}
				return reports.HarmlessJSON(v)
			})
		}
	}
	return nil, arena.Mistake{Err: fmt.Errorf("there is no chapter %q of this page", strings.ToValidUTF8(name, ""))}
}

// once works a chapter out where nobody has yet.
func (s *shown) once(name string, work func() ([]byte, error)) ([]byte, error) {
	s.mu.Lock()
	if s.chapters[name] == nil {
		s.chapters[name] = sync.OnceValues(work)
	}
	answer := s.chapters[name]
	s.mu.Unlock()
	body, err := answer()
	if err != nil { // it may be there next time
		s.mu.Lock()
		delete(s.chapters, name)
		s.mu.Unlock()
	}
	return body, err
}
