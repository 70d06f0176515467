package read

// contrast finds values of which the clause says that another takes their place.
func (r *reader) contrast(c *Clause, first, last int, own []found) {
	for k := range own {
		if r.replaced(own, k, first, last) {
			c.Old = append(c.Old, k)
			c.How = max(c.How, Contrast)
		}
	}
}

// replaced says whether value k holds no longer.
func (r *reader) replaced(own []found, k, first, last int) bool {
	f := &own[k]
	// What stands before the value and its articles and prepositions.
	j := f.first - 1
	for j > first && r.at(j).value < 0 && (r.at(j).is(determiner) || r.at(j).is(preposition) && r.at(j).hash != hashFrom && r.at(j).hash != hashThan && !(r.at(j).hash == hashOf && r.at(j-1).hash == hashInstead) || r.at(j).mark == '"') {
		j--
	}
	if j < first || r.at(j).value >= 0 && r.at(j).form != mark {
		j = f.first - 1
	}
	before := r.at(j).hash
	next := r.at(f.last + 1)
	switch {
	case nots[before] && r.at(j).form == letter:
		return r.rival(own, k)
	case before == hashOf && r.at(j-1).hash == hashInstead, before == hashThan && r.at(j-1).hash == hashRather:
		return len(own) > 1
	case formerly[before]:
		return r.rival(own, k)
	case before == hashWas && r.at(j-1).mark == '(', before == hashWas && r.at(j-1).hash == hashed("it") && r.at(j-2).mark == '(':
		return r.rival(own, k)
	case before == hashFrom && k+1 < len(own) && own[k+1].Kind == f.Kind:
		to := own[k+1].first - 1
		for to > f.last && r.at(to).is(determiner) {
			to--
		}
		return r.at(to).hash == hashTo && r.moved(first, last)
	case next.mark == '→' && k+1 < len(own) && own[k+1].first == f.last+2:
		return true
	case r.at(f.first-1).mark == '≈' && next.mark == '≈':
		return true
	case k+1 < len(own) && own[k+1].Kind == f.Kind && r.replacing(f.last+1, own[k+1].first):
		return true
	}
	return k > 0 && own[k-1].Kind == f.Kind && r.supplants(own[k-1].last+1, f.first)
}

// rival says whether the clause has another value of the kind of value k.
func (r *reader) rival(own []found, k int) bool {
	for m := range own {
		if m != k && own[m].Kind == own[k].Kind {
			return true
		}
	}
	return false
}

// replacing says whether the tokens between two values give the first one's place to the second:
// "A is replaced by B", "A becomes B".
func (r *reader) replacing(i, end int) bool {
	for ; i < end; i++ {
		if h := r.at(i).hash; h == hashed("replaced") && (r.at(i+1).hash == hashed("by") || r.at(i+1).hash == hashed("with")) || h == hashed("becomes") || h == hashed("became") {
			return true
		}
	}
	return false
}

// supplants says whether they give the second one's place to the first: "B replaces A".
func (r *reader) supplants(i, end int) bool {
	if r.at(i).is(adverb) {
		i++
	}
	h := r.at(i).hash
	if (h == hashed("is") || h == hashed("are")) && r.at(i+1).hash == hashed("replacing") {
		i, h = i+1, hashed("replaces")
	}
	return i < end && (h == hashed("replaces") || h == hashed("replaced") && r.at(i+1).hash != hashed("by") && r.at(i+1).hash != hashed("with") || h == hashed("supersedes") || h == hashed("superseded"))
}

var (
	nots     = wordSet("not isn't wasn't aren't weren't longer never")
	formerly = wordSet("formerly previously originally earlier before old")

	hashInstead, hashThan, hashRather, hashWas = hashed("instead"), hashed("than"), hashed("rather"), hashed("was")
)

// moved says whether a verb of change stands in the clause.
func (r *reader) moved(first, last int) bool {
	for i := first; i <= last; i++ {
		if t := r.at(i); t.value < 0 && t.is(moves) && !travels[r.stem(i)] || t.hash == hashed("move") || t.hash == hashed("moved") || t.hash == hashed("moves") {
			return true
		}
	}
	return false
}
