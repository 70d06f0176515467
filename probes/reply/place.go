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

// turned reports whether a landmark is said to stand to the thing that is asked for as the thing stands to it: "the sugarhouse is above
// the tanks" of tanks above the sugarhouse.
func (r *Reading) turned(v *Value) bool {
	text := r.Text.Source()[v.Start:min(v.sentence.End, v.End+reach)]
	for i, p := range placesAnywhere {
		if name := places[i].name; name == "beside" || name == "across" || !p.MatchString(r.fact) {
			continue
		}
		at := p.FindStringIndex(text)
		if at == nil || at[0] == 0 {
			continue
		}
		if thing := whose.FindStringSubmatch(text[at[1]:]); thing != nil && plainly.MatchString(text[:at[0]]) && r.asked[words.Stem(thing[1])] {
			return true
		}
	}
	return false
}

var (
	whose   = speech(`^ (?:the|an?|its|our|your|their|my) ([\pL-]+)`)
	plainly = speech(`^[^.,;:]{0,60}\b(?:is|are|was|were|stands?|sits?|lies?|stood|sat|lay|rises?|hangs?|runs?)\W+(?:\w+ )?$`)
)
