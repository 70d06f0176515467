package reply

import (
	"contextarena.internal/words"
)

// places are the ways to stand to a landmark, each in all its words. What is beside something isn't behind it.
var places = []struct{ name, words string }{
	{"beside", `next to|beside|by|near|alongside|adjacent to|close to`},
	{"behind", `behind|at the back of|(?:round|around) the back of|to the rear of`},
	{"before", `in front of|outside|outside of|before`},
	{"above", `above|over|on top of|uphill (?:from|of)|upstairs from`},
	{"below", `under|below|beneath|underneath|downstairs from`},
	{"across", `across from|opposite|opposite to|facing|on the far side of|on the other side of|away from|as far from|far from`},
	{"beyond", `past|beyond`},
	{"left", `(?:to |on )?(?:the )?left of`},
	{"right", `(?:to |on )?(?:the )?right of`},
	{"inside", `inside|inside of|within`},
}

// places' expressions: right before a value, and anywhere.
var placesBefore, placesAnywhere = func() (before, anywhere []*words.Expression) {
	for _, p := range places {
		before = append(before, speech(`\b(?:`+p.words+`) (?:(?:the|a|an|its|our|your|their) )?[*_"]*$`))
		anywhere = append(anywhere, speech(`\b(?:`+p.words+`)\b`))
	}
	return before, anywhere
}()

// misplaced reports whether a value is only the landmark that a place is found by, and not as the truth has it: "across
// from the sugarhouse" of what is inside it.
func (r *Reading) misplaced(before string) bool {
	before = before[max(0, len(before)-40):] // the longest way and an article
	for i, p := range placesBefore {
		if !p.MatchString(before) || placesAnywhere[i].MatchString(r.fact) {
			continue
		}
		for j, q := range placesAnywhere {
			if j != i && q.MatchString(r.fact) {
				return true
			}
		}
	}
	return false
}
