package serve

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"contextarena.internal/llm"
)

// FaultKind is a way in which a request can go wrong.
type FaultKind string

// The kinds of faults.
const (
	Slow      FaultKind = "slow"      // the reply comes late, by Fault.For
	TooMany   FaultKind = "429"       // refused, with Retry-After of Fault.For; nobody is asked
	Broken    FaultKind = "500"       // refused; nobody is asked
	Hang      FaultKind = "hang"      // never answered, until the client goes or Server.Release
	Cut       FaultKind = "cut"       // the connection drops in the middle of the reply or stream
	Malformed FaultKind = "malformed" // half of the JSON, as if it were all
	Refusal   FaultKind = "refusal"   // a refusal in place of the reply
	Length    FaultKind = "length"    // half of the reply, as if cut at the token cap
	Empty     FaultKind = "empty"     // no content in place of the reply, which is counted as if it were there
)

// FaultKinds are all kinds, in the order in which a draw goes through them.
var FaultKinds = []FaultKind{Slow, TooMany, Broken, Hang, Cut, Malformed, Refusal, Length, Empty}

// defaultFaultTime is Fault.For where ParseFault isn't told.
const defaultFaultTime = time.Second

// Fault is a kind of fault with its share of the requests.
type Fault struct {
	Kind FaultKind
	Rate float64       // above 0, at most 1
	For  time.Duration // of Slow and TooMany alone
}

// ParseFault reads a fault as it is written on the command line: KIND=RATE, or with a time
// KIND=RATE:DURATION, as in "429=0.1:2s".
func ParseFault(s string) (Fault, error) {
	kind, rest, ok := strings.Cut(s, "=")
	rate, wait, timed := strings.Cut(rest, ":")
	f := Fault{Kind: FaultKind(kind)}
	var err error
	if f.Rate, err = strconv.ParseFloat(rate, 64); !ok || err != nil {
		return f, fmt.Errorf("fault %q: want KIND=RATE or KIND=RATE:DURATION (e.g. 429=0.1:2s)", s)
	}
	if f.Kind == Slow || f.Kind == TooMany {
		f.For = defaultFaultTime
	}
	if timed {
		if f.For, err = time.ParseDuration(wait); err != nil {
			return f, fmt.Errorf("fault %q: %q is not a duration such as 2s", s, wait)
		}
		if f.For <= 0 {
			return f, fmt.Errorf("fault %q: want a duration above 0", s)
		}
	}
	return f, f.check()
}

func (f Fault) check() error {
	switch {
	case !slices.Contains(FaultKinds, f.Kind):
		known := strings.Trim(strings.ReplaceAll(fmt.Sprint(FaultKinds), " ", ", "), "[]")
		return fmt.Errorf("unknown fault %q (known: %s)", f.Kind, known)
	case !(f.Rate > 0 && f.Rate <= 1):
		return fmt.Errorf("fault %s: a rate of %g: want more than 0 and at most 1", f.Kind, f.Rate)
	case f.For < 0:
		return fmt.Errorf("fault %s: a time of %s: want 0 or more", f.Kind, f.For)
	case f.For > 0 && f.Kind != Slow && f.Kind != TooMany:
		return fmt.Errorf("fault %s has no duration: only slow and 429 have", f.Kind)
	}
	return nil
}

// faults draws faults and counts them.
type faults struct {
	byKind   [9]Fault // in the order of FaultKinds; Rate 0 for none
	seed     uint64
	requests atomic.Int64
	struck   [9]atomic.Int64
}

func newFaults(list []Fault, seed uint64) (*faults, error) {
	out := &faults{seed: seed}
	var errs []error
	var sum float64
	for _, f := range list {
		if err := f.check(); err != nil {
			errs = append(errs, err)
			continue
		}
		at := slices.Index(FaultKinds, f.Kind)
		if out.byKind[at].Rate > 0 {
			errs = append(errs, fmt.Errorf("fault %s is given twice", f.Kind))
		}
		out.byKind[at] = f
		sum += f.Rate
	}
	if sum > 1+1e-9 {
		errs = append(errs, fmt.Errorf("the rates of all faults add up to %g: want at most 1", sum))
	}
	return out, errors.Join(errs...)
}

// draw is the fault that strikes a request, zero for none. It depends on the seed, the request
// and how often it came before alone: not on the order in which different requests arrive, and a
// retry draws anew. Requests for embeddings have no text to refuse or cut: text is false.
func (f *faults) draw(key llm.Key, turn uint32, text bool) Fault {
	f.requests.Add(1)
	if f.byKind == [9]Fault{} {
		return Fault{}
	}
	b := binary.LittleEndian.AppendUint64(nil, f.seed)
	b = append(b, key[:]...)
	b = binary.LittleEndian.AppendUint32(b, turn)
	sum := sha256.Sum256(b)
	u := float64(binary.LittleEndian.Uint64(sum[:])>>11) / (1 << 53)
	for i, one := range f.byKind {
		if u -= one.Rate; u < 0 {
			if !text && (one.Kind == Refusal || one.Kind == Length || one.Kind == Empty) {
				return Fault{}
			}
			f.struck[i].Add(1)
			return one
		}
	}
	return Fault{}
}

// Counts is how many requests were understood so far, and how many of them each fault struck.
type Counts struct {
	Requests int
	Faults   []int // in the order of FaultKinds
}

// Counts counts what was served so far.
func (s *Server) Counts() Counts {
	c := Counts{Requests: int(s.faults.requests.Load()), Faults: make([]int, len(FaultKinds))}
	for i := range c.Faults {
		c.Faults[i] = int(s.faults.struck[i].Load())
	}
	return c
}

// faultHeader says in a reply which fault struck it.
const faultHeader = "X-Arena-Fault"

// before lets a fault strike that does so before anybody is asked.
func (s *Server) before(w http.ResponseWriter, r *http.Request, f Fault) error {
	if f.Kind == "" {
		return nil
	}
	w.Header().Set(faultHeader, string(f.Kind))
	switch f.Kind {
	case Slow:
		return llm.Wait(r.Context(), f.For)
	case TooMany:
		return &failure{
			status: http.StatusTooManyRequests, message: "rate limit reached: this is an injected fault",
			kind: "requests", code: "rate_limit_exceeded", retryAfter: f.For,
		}
	case Broken:
		return &failure{status: http.StatusInternalServerError, message: "the server had an error: this is an injected fault", kind: "server_error"}
	case Hang:
		select {
		case <-r.Context().Done():
		case <-s.released:
		}
		panic(http.ErrAbortHandler)
	}
	return nil
}

// refused is the text of an injected refusal.
const refused = "I'm sorry, but I can't help with that."

// spoil is the reply as a fault leaves it.
func (s *Server) spoil(resp llm.Response, f Fault) llm.Response {
	switch f.Kind {
	case Refusal:
		resp.Text, resp.Stop = refused, llm.StopRefusal
		resp.ToolCalls, resp.LogProbs = nil, nil
	case Length:
		if half := resp.LogProbs[:len(resp.LogProbs)/2]; len(half) > 0 && tokensMake(resp.LogProbs, resp.Text) {
			resp.Text, resp.LogProbs = tokensText(half), half
		} else {
			resp.Text, resp.LogProbs = firstHalf(resp.Text), nil
		}
		resp.Stop, resp.ToolCalls = llm.StopLength, nil
	case Empty:
		resp.Text, resp.Stop = "", llm.StopEnd
		resp.ToolCalls, resp.LogProbs = nil, nil
		return resp
	default:
		return resp
	}
	resp.Usage.Output, resp.Usage.Reasoning = s.o.Tokens(resp.Text), 0
	return resp
}

// tokensText is the text that the tokens of log-probabilities make up.
func tokensText(probs []llm.LogProb) string {
	var b strings.Builder
	for _, p := range probs {
		b.WriteString(p.Token)
	}
	return b.String()
}

// firstHalf is the first half of a text, in whole characters.
func firstHalf(text string) string {
	n := len(text) / 2
	for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
