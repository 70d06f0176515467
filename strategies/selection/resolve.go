package selection

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

// Missing counts the references of chosen items, and those of them that are to what isn't chosen or isn't there. One that
// is made twice counts twice.
func Missing(items []Item, chosen []int) (references, missing int) {
	shown := make(map[int]bool, len(chosen))
	for _, i := range chosen {
		shown[items[i].ID] = true
	}
	for _, i := range chosen {
		for _, id := range items[i].Refs {
			references++
			if !shown[id] {
				missing++
			}
		}
	}
	return references, missing
}
