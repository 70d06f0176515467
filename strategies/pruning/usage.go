package pruning

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Usage is how a memory was retrieved until now. The zero value is that of one that never was.
type Usage struct {
	Count     int       // retrievals
	Relevance float64   // sum of how relevant it was at them: its cosine with what was asked
	Scored    int       // how many of them that sum is of
	Best      float64   // the greatest relevance; 0 if there was none above
	Last      time.Time // the newest retrieval; the zero time for never
}

// Retrieve counts a retrieval. One before the last (a clock that goes backwards) leaves that as it is.
func (u *Usage) Retrieve(at time.Time, relevance float64) {
	u.Count++
	u.Relevance += relevance
	u.Scored++
	u.Best = max(u.Best, relevance)
	if at.After(u.Last) {
		u.Last = at
	}
}

// Plus is the usage of two memories that become one.
func (u Usage) Plus(v Usage) Usage {
	u.Count += v.Count
	u.Relevance += v.Relevance
	u.Scored += v.Scored
	u.Best = max(u.Best, v.Best)
	if v.Last.After(u.Last) {
		u.Last = v.Last
	}
	return u
}

// Check is an error if the counts can't be, or the relevance is no number.
func (u Usage) Check() error {
	var errs []error
	if u.Count < 0 {
		errs = append(errs, fmt.Errorf("%d retrievals: want 0 or more", u.Count))
	}
	if u.Scored < 0 {
		errs = append(errs, fmt.Errorf("the relevance of %d retrievals: want 0 or more", u.Scored))
	}
	for _, r := range []float64{u.Relevance, u.Best} {
		if math.IsNaN(r) || math.IsInf(r, 0) {
			errs = append(errs, fmt.Errorf("a relevance of %g", r))
		}
	}
	return errors.Join(errs...)
}

// Utility is what usage tells of a memory at some time.
type Utility struct {
	Frequency float64 // ln(1 + retrievals), which has no bound
	Relevance float64 // mean of what was scored, from -1 to 1; 0 if nothing was
	Recency   float64 // 1 / (1 + days since the newest retrieval); 0 if there was none
}

// future is how long ago, in days, a retrieval counts as that is yet to come: the clock went backwards since.
const future = .01

// Utility is that of a usage that Check finds no fault with.
func (u Usage) Utility(now time.Time) Utility {
	out := Utility{Frequency: math.Log(1 + float64(u.Count))}
	if u.Scored > 0 {
		out.Relevance = u.Relevance / float64(u.Scored)
	}
	if !u.Last.IsZero() {
		since := days(u.Last, now)
		if since < 0 {
			since = future
		}
		out.Recency = 1 / (1 + since)
	}
	return out
}

// MUS is the memory utility score as the source writes it, 0.4 frequency + 0.4 relevance + 0.2 recency. It has no
// upper bound, and a memory retrieved once has at least 0.277 unless it was less relevant than not at all.
func (u Utility) MUS() float64 { return .4*u.Frequency + .4*u.Relevance + .2*u.Recency }

// Normalised is MUS between 0 and 1: frequency x counts as x / (1 + x), a relevance below 0 as 0.
func (u Utility) Normalised() float64 {
	return Utility{u.Frequency / (1 + u.Frequency), min(1, max(0, u.Relevance)), u.Recency}.MUS()
}
