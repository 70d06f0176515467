package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/strategies"
)

// CodeOf is what is kept with a trial of its strategy's code: a hash of the version that the strategy gives
// itself, and one of the code.
func CodeOf(s arena.Strategy) string {
	sum := sha256.Sum256([]byte(s.Version()))
	return hex.EncodeToString(sum[:4]) + "-" + strategies.CodeHash(s)
}

// edited reports whether two codes are of the same version and yet not the same. One that isn't known, as of
// trials from before it was kept, is no other.
func edited(a, b string) bool {
	versionA, _, knownA := strings.Cut(a, "-")
	versionB, _, knownB := strings.Cut(b, "-")
	return knownA && knownB && versionA == versionB && a != b
}

// EditedSince reports whether a trial of the strategy with this code was played by other code than this program's,
// though its version is the same.
func EditedSince(code string, s arena.Strategy) bool { return code != "" && edited(code, CodeOf(s)) }

// Edited says which strategies of the result were played, in part or wholly, by other code than this
// program's, though their version is the same; once for each strategy.
func (r Result) Edited() []string {
	var out []string
	for _, label := range r.Planned.Strategies {
		s, err := strategies.Parse(r.Planned.Spec(label))
		if err != nil {
			continue // this program hasn't got it
		}
		now, others, all := CodeOf(s), 0, 0
		for _, t := range r.Trials {
			if t.Strategy != label {
				continue
			}
			if all++; edited(t.Code, now) {
				others++
			}
		}
		if others > 0 {
			out = append(out, fmt.Sprintf("%s: %d of %d trials are of other code of the same version: its figures aren't those of the code as it is now. --fresh plays them anew; a raised version keeps both.", label, others, all))
		}
	}
	return out
}

// otherCode are those of the run's trials that are stored and were played by other code than this program's, or
// by code that isn't known.
func (r *PlanRun) otherCode(ctx context.Context) (map[arena.TrialKey]bool, error) {
	codes, err := r.Lab.DB.Codes(ctx, r.Keys)
	if err != nil {
		return nil, err
	}
	out := map[arena.TrialKey]bool{}
	for i, key := range r.Keys {
		if code, stored := codes[key]; stored && code != CodeOf(r.Trials[i].Strategy) {
			out[key] = true
		}
	}
	return out, nil
}
