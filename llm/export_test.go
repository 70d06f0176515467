package llm

// CutStretches is cutStretches at the length Count uses, for tests.
func CutStretches(text string) []string { return cutStretches(text, maxStretch) }

// ChatTokens is chatTokens, for tests.
var ChatTokens = chatTokens

// CounterBytes is the size of the texts and entries c keeps, for tests.
func CounterBytes(c *Counter) int {
	n := 0
	for i := range c.shards {
		s := &c.shards[i]
		for _, generation := range []map[countKey]int{s.young, s.old} {
			for key := range generation {
				n += len(key.text) + entryBytes
			}
		}
	}
	return n
}

// Remember makes c believe that text has n tokens, for tests of what it keeps.
func Remember(c *Counter, text string, n int) {
	key, shard := c.place(text)
	shard.keep(key, n)
}
