package reports

import (
	"fmt"
	"io"

	"contextarena.internal/lab"
)

// Sweep prints what a sweep did.
func Sweep(w io.Writer, ran lab.SweepRan) error {
	_, err := fmt.Fprintf(w, `%d combinations, %d distinct points, %d of them dropped by %s
naive calls %d (every combination for itself), of the points %d,
asked of a model now %d: equal requests are shared
`, ran.Size.Declared, ran.Size.Points, ran.Dropped, ran.Size.Racing, ran.Naive, ran.Own, ran.Asked)
	return err
}
