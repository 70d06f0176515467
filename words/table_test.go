package words

// columns are the headers of the words of a text, by word.
func columns(src string) map[string]string {
	t, out := Read(src), map[string]string{}
	for i := range t.Tokens() {
		if w := t.Word(i); w != "" && t.IsRow(t.Block(i)) {
			out[w] = t.Header(i)
		}
	}
	return out
}
