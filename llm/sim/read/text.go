package read

// Clauses reads a text. Its time is linear in the length of the text. The clauses' texts are parts
// of it, save that runs of space count as one, formatting marks are dropped, and a cell of a table
// or a value of JSON stands behind its labels.
func Clauses(text string) []Clause {
	ps := pieces(text)
	r := reader{evidence: evidence{large: map[uint64]bool{}, small: map[uint64]bool{}}}
	// Words that begin a sentence are judged by the rest of the text.
	all := make([]token, 0, len(text)/5+16)
	ends, shouts := make([]int, len(ps)), make([]bool, len(ps))
	for i, p := range ps {
		n := len(all)
		r.line = p.text
		all = tokens(p.text, all)
		r.toks = all[n:len(all):len(all)]
		if n > 0 && len(r.toks) > 0 {
			r.toks[0].glued = false
		}
		ends[i] = len(all)
		r.shouts = r.capitals()
		shouts[i] = r.shouts
		r.weigh()
	}
	start := 0
	for i, p := range ps {
		r.piece, r.line = p, p.text
		r.toks = all[start:ends[i]:ends[i]]
		start = ends[i]
		r.shouts = shouts[i]
		r.values()
		r.pending = Unmarked
		r.clauses(r.clause)
	}
	return r.out
}

// weigh collects what the line says about words with and without a capital.
func (r *reader) weigh() {
	if r.shouts {
		return
	}
	for i := range r.toks {
		t := &r.toks[i]
		if t.form != letter {
			continue
		}
		switch {
		case t.capital && !r.toks[i].begins:
			r.evidence.large[t.hash] = true
		case !t.capital && !t.known():
			r.evidence.small[t.hash] = true
		}
	}
}
