package read

// change is what the verb at token i does: only where it has something to do it to. A price, a
// measure of time or length, a date isn't something that is gained or lost.
func (r *reader) change(i int, own []found) Change {
	t := r.at(i)
	counts, before, after := false, false, false
	for k := range own {
		switch f := &own[k]; f.Kind {
		case Amount:
			counts = counts || f.first > i-6 && !durations[f.Unit] && f.Per == ""
		case Name, Identifier:
			before = before || f.first < i
			after = after || f.first > i
		default:
			after = after || f.first > i
		}
	}
	base := r.stem(i)
	for kind, verbs := range [...]map[uint32]bool{Move: transfers, Swap: swaps} {
		if verbs[base] && (after || counts && !before || kind == int(Swap) && len(own) > 1) {
			return Change(kind)
		}
	}
	noun := r.at(i - 1).is(determiner) // "the deposit of 40"
	switch {
	case noun, t.is(joins) && !counts && !before && !after, !t.is(joins) && !counts:
		return Set
	case leaves[base] && (!before || r.at(i+1).is(anaphor) || r.at(i+1).hash == hashed("me") || r.at(i+1).hash == hashA):
		return Set
	case t.is(gains) && !t.is(joins) && r.text(i)[len(r.text(i))-1] != 'd' && !r.at(i-1).is(subject|aux) && r.at(i-1).value < 0 && plans[base]:
		return Set // "Buy 40" plans
	case base == stemUse && r.text(i)[len(r.text(i))-1] != 'd':
		return Set
	case t.is(gains):
		return Add
	case t.is(loses):
		return Subtract
	case t.is(joins) && parts[base]:
		return Subtract
	case t.is(joins):
		return Add
	}
	return Set
}

var (
	transfers = stems("move transfer relocate reassign")
	swaps     = stems("swap trade exchange")
	leaves    = stems("leave join quit") // of persons, not of quantities
	parts     = stems("leave quit remove cancel drop exclude delete")
	plans     = stems("buy order purchase collect import earn") // of which the plain form plans
	stemUse   = Hash("use")
	durations = map[string]bool{"hour": true, "minute": true, "second": true, "day": true, "week": true, "month": true, "year": true, "night": true, "ms": true, "km": true, "mile": true, "%": true, "times": true, "degree": true, "metre": true, "foot": true, "mm": true, "cm": true, "inch": true, "mph": true, "km/h": true, "fortnight": true, "decade": true}
)
