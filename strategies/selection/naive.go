package selection

// Newest takes the last items of the list while they fit, and nothing before the first that doesn't: the end of
// the conversation, unbroken. It returns places from the last on.
func Newest(items []Item, budget int) []int {
	var chosen []int
	for i := len(items) - 1; i >= 0 && items[i].Tokens <= budget; i-- {
		chosen = append(chosen, i)
		budget -= items[i].Tokens
	}
	return chosen
}

// Strided takes every k-th item, counted from the last, and passes over those that don't fit. A k of 0 is the
// smallest for which all fit; where none does, which takes a last item larger than the budget, k is the number of
// items. It returns places from the last on.
func Strided(items []Item, budget, k int) []int {
	if k < 1 {
		for k = 1; k < len(items) && sizeOfStride(items, k) > budget; k++ {
		}
	}
	var chosen []int
	for i := len(items) - 1; i >= 0; i -= k {
		if items[i].Tokens <= budget {
			chosen = append(chosen, i)
			budget -= items[i].Tokens
		}
	}
	return chosen
}

// sizeOfStride is the size of every k-th item, counted from the last.
func sizeOfStride(items []Item, k int) int {
	n := 0
	for i := len(items) - 1; i >= 0; i -= k {
		n += items[i].Tokens
	}
	return n
}
