package pipeline

// appendDeduplicate keeps a numbered list of facts. A new fact that begins like a stored one replaces it
// in its place; beyond the budget those written longest ago go.
type appendDeduplicate struct{ headedNotes }

func (s *appendDeduplicate) add(w written) []string {
	s.cycle++
	s.put("", s.cycle, w.lines()...)
	return s.fit()
}

func (s *appendDeduplicate) narrative() string { return "" }

func (s *appendDeduplicate) text() string { return numberedList(s.under("")) }
