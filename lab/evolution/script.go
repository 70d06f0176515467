package evolution

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"contextarena.internal/emas"
	"contextarena.internal/store"
)

// script has a search repeat what it asked for before it was interrupted, without asking its emitters:
// fitting a surrogate anew takes longer than all the rest of reading an archive.
type script struct {
	mu    sync.Mutex
	left  []store.Evaluation // batches that are stored
	fresh []emas.Genome      // of the batch at hand, in the order of emitters
}

// over puts the script before each emitter.
func (s *script) over(emitters []emas.Emitter) []emas.Emitter {
	var out []emas.Emitter
	for _, e := range emitters {
		out = append(out, scripted{e, s})
	}
	return out
}

// ask asks a search for its next batch, and says whether that is stored. It is an error if the search
// doesn't ask for what is stored.
func (s *script) ask(search *emas.Search, n int) (asked []emas.Proposal, recorded bool, err error) {
	var batch []store.Evaluation
	for len(s.left) > 0 && (len(batch) == 0 || s.left[0].Batch == batch[0].Batch) {
		batch, s.left = append(batch, s.left[0]), s.left[1:]
	}
	s.fresh = nil
	for _, e := range batch {
		if e.Repeat == 0 {
			s.fresh = append(s.fresh, emas.Genome(e.Genome))
		}
	}
	asked, err = search.Ask(n)
	if err != nil || len(batch) == 0 {
		return asked, false, err
	}
	same := len(asked) == len(batch)
	for i := 0; same && i < len(asked); i++ {
		same = asked[i].Genome == emas.Genome(batch[i].Genome) && asked[i].Repeat == batch[i].Repeat
		asked[i].Emitter = batch[i].Emitter
	}
	if !same {
		return nil, true, fmt.Errorf("batch %d of the stored search can't be repeated", batch[0].Batch+1)
	}
	return asked, true, nil
}

// scripted is an emitter behind a script.
type scripted struct {
	emas.Emitter
	script *script
}

// Emit gives what is stored, and asks the emitter where nothing is.
func (e scripted) Emit(n int, known emas.Known, r *rand.Rand) ([]emas.Genome, error) {
	e.script.mu.Lock()
	defer e.script.mu.Unlock()
	if have := e.script.fresh; len(have) >= n {
		e.script.fresh = have[n:]
		return slices.Clone(have[:n]), nil
	}
	return e.Emitter.Emit(n, known, r)
}
