package words

import "math/big"

// measures are units with what one of each is in the smallest of its kind.
var measures = map[string]struct {
	kind string
	size *big.Rat
}{
	"second": {"time", big.NewRat(1, 1)}, "ms": {"time", big.NewRat(1, 1000)}, "minute": {"time", big.NewRat(60, 1)},
	"hour": {"time", big.NewRat(3600, 1)}, "day": {"time", big.NewRat(86400, 1)}, "week": {"time", big.NewRat(604800, 1)}, "fortnight": {"time", big.NewRat(1209600, 1)},
	"month": {"months", big.NewRat(1, 1)}, "year": {"months", big.NewRat(12, 1)}, "decade": {"months", big.NewRat(120, 1)},
	"mcg": {"mass", big.NewRat(1, 1000000)}, "mg": {"mass", big.NewRat(1, 1000)}, "g": {"mass", big.NewRat(1, 1)}, "kg": {"mass", big.NewRat(1000, 1)}, "tonne": {"mass", big.NewRat(1000000, 1)},
	"oz": {"weight", big.NewRat(1, 1)}, "lb": {"weight", big.NewRat(16, 1)},
	"mm": {"length", big.NewRat(1, 1)}, "cm": {"length", big.NewRat(10, 1)}, "m": {"length", big.NewRat(1000, 1)}, "km": {"length", big.NewRat(1000000, 1)},
	"inch": {"feet", big.NewRat(1, 1)}, "ft": {"feet", big.NewRat(12, 1)}, "yard": {"feet", big.NewRat(36, 1)}, "mile": {"feet", big.NewRat(63360, 1)},
	"ml": {"volume", big.NewRat(1, 1)}, "l": {"volume", big.NewRat(1000, 1)},
	"teaspoon": {"spoons", big.NewRat(1, 1)}, "tablespoon": {"spoons", big.NewRat(3, 1)}, "cup": {"spoons", big.NewRat(48, 1)},
	"cent": {"dollars", big.NewRat(1, 100)}, "usd": {"dollars", big.NewRat(1, 1)},
	"pence": {"sterling", big.NewRat(1, 100)}, "gbp": {"sterling", big.NewRat(1, 1)},
	"mb": {"bytes", big.NewRat(1, 1)}, "gb": {"bytes", big.NewRat(1000, 1)}, "tb": {"bytes", big.NewRat(1000000, 1)},
}

// In is what an amount comes to in a unit of the same kind: 84 months are 7 years, 90 minutes an hour and a half. It is nil
// where the two aren't of one kind, or are of several: pounds are both money and a weight, and only one of them is ounces.
func (u Unit) In(a *Amount) *big.Rat {
	if ShareUnit(u.units, a.Units) {
		return nil
	}
	var out *big.Rat
	for _, unit := range u.units {
		to, ok := measures[unit]
		for _, own := range a.Units {
			from, too := measures[own]
			if !ok || !too || to.kind != from.kind {
				continue
			}
			if out != nil {
				return nil
			}
			out = new(big.Rat).Mul(a.Value, from.size)
			out.Quo(out, to.size)
		}
	}
	return out
}
