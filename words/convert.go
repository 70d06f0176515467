package words

import (
	"math/big"
	"slices"
)

// measures are units with what one of each is in the smallest of its kind.
var measures = map[string]struct {
	kind string
	size *big.Rat
}{
	"second": {"time", big.NewRat(1, 1)}, "ms": {"time", big.NewRat(1, 1000)}, "minute": {"time", big.NewRat(60, 1)},
	"hour": {"time", big.NewRat(3600, 1)}, "day": {"time", big.NewRat(86400, 1)}, "week": {"time", big.NewRat(604800, 1)},
	"month": {"months", big.NewRat(1, 1)}, "year": {"months", big.NewRat(12, 1)},
	"mg": {"mass", big.NewRat(1, 1000)}, "g": {"mass", big.NewRat(1, 1)}, "kg": {"mass", big.NewRat(1000, 1)},
	"oz": {"weight", big.NewRat(1, 1)}, "lb": {"weight", big.NewRat(16, 1)},
	"mm": {"length", big.NewRat(1, 1)}, "cm": {"length", big.NewRat(10, 1)}, "m": {"length", big.NewRat(1000, 1)}, "km": {"length", big.NewRat(1000000, 1)},
	"inch": {"feet", big.NewRat(1, 1)}, "ft": {"feet", big.NewRat(12, 1)}, "yard": {"feet", big.NewRat(36, 1)},
	"ml": {"volume", big.NewRat(1, 1)}, "l": {"volume", big.NewRat(1000, 1)},
	"teaspoon": {"spoons", big.NewRat(1, 1)}, "tablespoon": {"spoons", big.NewRat(3, 1)}, "cup": {"spoons", big.NewRat(48, 1)},
	"cent": {"dollars", big.NewRat(1, 100)}, "usd": {"dollars", big.NewRat(1, 1)},
	"mb": {"bytes", big.NewRat(1, 1)}, "gb": {"bytes", big.NewRat(1000, 1)}, "tb": {"bytes", big.NewRat(1000000, 1)},
}

// In is what an amount comes to in a unit of the same kind: 84 months are 7 years, 90 minutes an hour and a half.
// Of an amount whose unit may be several, a pound of money or of weight, the one of that kind counts. It is nil where none is of that kind.
func (u Unit) In(a *Amount) *big.Rat {
	if len(u.units) != 1 || slices.Contains(a.Units, u.units[0]) {
		return nil
	}
	to, ok := measures[u.units[0]]
	if !ok {
		return nil
	}
	for _, unit := range a.Units {
		if from, ok := measures[unit]; ok && from.kind == to.kind {
			v := new(big.Rat).Mul(a.Value, from.size)
			return v.Quo(v, to.size)
		}
	}
	return nil
}
