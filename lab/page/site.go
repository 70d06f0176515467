package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/catalogue"
	"contextarena.internal/lab/query"
	"contextarena.internal/reports"
	"contextarena.internal/store"
	"contextarena.internal/web"
)

// Site serves what browsers show of a database. It only reads, answers GET and HEAD alone, and only requests that name this
// machine as the host, so that no page of another origin reaches it by a name of its own.
type Site struct {
	Lab *lab.Lab
	// Other is the report of an experiment that is no run of a plan.
	Other func(ctx context.Context, e store.Experiment) (reports.Document, error)
	Every time.Duration // how often the database is looked at for changes

	mu    sync.Mutex
	reads []*shown // what was read, the latest at the end
}

// Listed is an experiment in the list of all.
type Listed struct {
	Number    int64      `json:"number"`
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Kind      store.Kind `json:"kind"`
	Status    string     `json:"status"`
	Simulated bool       `json:"simulated"`
	Night     bool       `json:"night"`  // of a nightly file
	Played    string     `json:"played"` // suite, strategies and models
	Begun     string     `json:"begun"`  // the day, UTC
}

// Call is a model call of a trial.
type Call struct {
	arena.Call
	Seconds float64  // that the reply took, as first recorded; 0 where that isn't known
	USD     *float64 // null where the model has no price
}

// Handler answers requests.
func (s *Site) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.index)
	mux.HandleFunc("GET /data/events", s.events)
	for path, answer := range map[string]func(*http.Request) ([]byte, error){
		"document": s.document, "chapter": s.chapter, "experiments": s.experiments, "nights": s.nights, "trial": s.trial, "calls": s.calls, "search": s.search,
	} {
		mux.HandleFunc("GET /data/"+path+".json", func(w http.ResponseWriter, r *http.Request) {
			body, err := answer(r)
			if err != nil {
				refuse(w, err)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(body) // a reader who went away needs nothing
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !here(r.Host) {
			http.Error(w, "this server answers to 127.0.0.1 and localhost alone", http.StatusMisdirectedRequest)
			return
		}
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cache-Control", "no-store")
		mux.ServeHTTP(w, r)
	})
}

// here reports whether a request names this machine as the host.
func here(host string) bool {
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		host = host[:i]
	}
	return host == "127.0.0.1" || host == "localhost" || host == "[::1]"
}

// refuse writes an error for people: 404 for what isn't there, 410 for what was pruned.
func refuse(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	if mistake := (arena.Mistake{}); errors.Is(err, store.ErrNone) || errors.As(err, &mistake) {
		status = http.StatusNotFound
	}
	if errors.Is(err, store.ErrPruned) {
		status = http.StatusGone
	}
	http.Error(w, err.Error(), status)
}

func (s *Site) index(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = web.Page{Title: "Context Arena"}.Write(w)
}

func (s *Site) document(r *http.Request) ([]byte, error) {
	have, err := s.shown(r)
	if err != nil {
		return nil, err
	}
	return have.document()
}

func (s *Site) chapter(r *http.Request) ([]byte, error) {
	have, err := s.shown(r)
	if err != nil {
		return nil, err
	}
	return have.chapter(r.URL.Query().Get("name"))
}

// nights are those of the nightly file that an experiment is a night of.
func (s *Site) nights(r *http.Request) ([]byte, error) {
	found, simulated, err := NightsOf(r.Context(), s.Lab, r.URL.Query().Get("experiment"))
	if err != nil {
		return nil, err
	}
	return found.Document(simulated).Browsed()
}

func (s *Site) experiments(r *http.Request) ([]byte, error) {
	all, err := s.Lab.DB.Experiments(r.Context())
	if err != nil {
		return nil, err
	}
	list := []Listed{}
	for _, e := range all {
		list = append(list, Listed{e.Number, e.ID, e.Name, e.Kind, e.Status, e.Simulated, isNight(e), catalogue.Played(e), e.Created.Format(time.DateOnly)})
	}
	return reports.HarmlessJSON(list)
}

func (s *Site) trial(r *http.Request) ([]byte, error) {
	have, err := s.shown(r)
	if err != nil {
		return nil, err
	}
	result, err := have.result()
	if err != nil {
		return nil, err
	}
	told, err := Tell(r.Context(), s.Lab, result, r.URL.Query().Get("key"))
	if err != nil {
		return nil, err
	}
	return reports.HarmlessJSON(told)
}

func (s *Site) calls(r *http.Request) ([]byte, error) {
	t, err := s.Lab.DB.FindTrial(r.Context(), r.URL.Query().Get("key"))
	if err != nil {
		return nil, err
	}
	rec, err := s.Lab.DB.Record(r.Context(), t.Key)
	if err != nil {
		return nil, err
	}
	day, _ := time.Parse(time.DateOnly, r.URL.Query().Get("prices")) // empty: the newest
	calls := []Call{}
	for _, c := range rec.Calls {
		call := Call{Call: c}
		reply, _, err := s.Lab.DB.Lookup(r.Context(), c.Key)
		if err != nil {
			return nil, err
		}
		call.Seconds = reply.Latency.Seconds()
		if price, ok := s.Lab.Prices.Of(c.Model, day); ok {
			usd := price.USD(c.Usage)
			call.USD = &usd
		}
		calls = append(calls, call)
	}
	return reports.HarmlessJSON(calls)
}

// search says where a text stands in the trials of an experiment.
func (s *Site) search(r *http.Request) ([]byte, error) {
	e, err := s.Lab.Find(r.Context(), r.URL.Query().Get("experiment"))
	if err != nil {
		return nil, err
	}
	found, err := query.Of("search").Ask(r.Context(), s.Lab.DB, map[string]any{"experiment": e.Number, "text": r.URL.Query().Get("text")})
	if err != nil {
		return nil, err
	}
	return reports.HarmlessJSON(found.Rows)
}

// events tells the browser when the database has changed, until either goes away.
func (s *Site) events(w http.ResponseWriter, r *http.Request) {
	flusher, ok := w.(http.Flusher)
	if !ok {
		http.Error(w, "no events here", http.StatusNotImplemented)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	flusher.Flush()
	last, err := s.Lab.DB.State(r.Context())
	look := time.NewTicker(s.Every)
	defer look.Stop()
	for err == nil {
		select {
		case <-r.Context().Done():
			return
		case <-look.C:
		}
		var state string
		if state, err = s.Lab.DB.State(r.Context()); err == nil && state != last {
			last = state
			name, _ := json.Marshal(state)
			_, err = fmt.Fprintf(w, "event: changed\ndata: %s\n\n", name)
			flusher.Flush()
		}
	}
}
