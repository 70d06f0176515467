package contrast

import "slices"

// Pair is one measure of two arms on the trials that both completed.
type Pair struct {
	Difference
	Equal bool // no scenario differs
}

// PairOf measures two arms by the measure of a name. It is an error if nothing can be compared.
func PairOf(a, b Arm, name string, o Options) (Pair, error) {
	matched, err := Match(a, b)
	if err != nil {
		return Pair{}, err
	}
	m := measureOf(name)
	readings, _ := matched.Read(m)
	return Pair{
		Difference: matched.difference(m, o),
		Equal:      !slices.ContainsFunc(readings, func(r Reading) bool { return r.difference() != 0 }),
	}, nil
}
