package selection

// Dangling is a reference of something chosen to something that isn't.
type Dangling struct {
	From, To int  // IDs
	Unknown  bool // no item has the ID To
}

// Resolve adds what chosen items refer to, and what that refers to, while it fits the budget: those of what was
// chosen first come first, a reference that doesn't fit is passed over, and references to later items count. It
// returns the places that were added, in that order; chosen stays as it is. Circles end by themselves. Where
// chosen is over the budget already, nothing is added but items of no tokens.
func Resolve(items []Item, chosen []int, budget int) (added []int) {
	at, isChosen := places(items), make([]bool, len(items))
	for _, i := range chosen {
		isChosen[i] = true
	}
	used := Tokens(items, chosen)
	add := func(i int) {
		for _, id := range items[i].Refs {
			if j, known := at[id]; known && !isChosen[j] && used+items[j].Tokens <= budget {
				isChosen[j], used, added = true, used+items[j].Tokens, append(added, j)
			}
		}
	}
	for _, i := range chosen {
		add(i)
	}
	for k := 0; k < len(added); k++ {
		add(added[k])
	}
	return added
}

// Missing lists the references of chosen items to what isn't chosen, in the order of chosen. One that is made
// twice is listed twice, and so is counted as often as it is among all references.
func Missing(items []Item, chosen []int) []Dangling {
	at, isChosen := places(items), make(map[int]bool, len(chosen))
	for _, i := range chosen {
		isChosen[i] = true
	}
	var out []Dangling
	for _, i := range chosen {
		for _, id := range items[i].Refs {
			if j, known := at[id]; !known || !isChosen[j] {
				out = append(out, Dangling{From: items[i].ID, To: id, Unknown: !known})
			}
		}
	}
	return out
}
