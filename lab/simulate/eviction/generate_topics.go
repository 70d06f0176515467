package eviction

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/strategies/eviction"
)

// Of experiment B.
const (
	topics      = 6
	topicSwitch = 0.3
	vocabulary  = 40 // words of a topic, none of them another's
)

// byTopic is our own construction of the source's experiment B, whose code isn't published: facts and plans
// of the topic of the moment beside long junk. study.yaml says how. touch is how likely junk is touched in
// each of the three turns after it came, a use that is worth next to nothing but counts as a reference.
func byTopic(r *rand.Rand, touch float64) *Session {
	s := blank(Turns)
	topic := r.IntN(topics)
	of := map[int]int{} // the topic of each structural chunk
	s.Queries = make([]llm.Vector, Turns)
	chunk := func(turn int, class eviction.Class, about string, from, to int, relevance float64) {
		size := from + r.IntN(to-from+1)
		s.add(turn, eviction.Chunk{
			Class: class, Size: size, Relevance: relevance, Decay: eviction.Decays[class], Rebuild: float64(size), Vector: saying(r, about, 30),
		})
	}
	for turn := range Turns {
		if turn > 0 && r.Float64() < topicSwitch {
			topic = (topic + 1 + r.IntN(topics-1)) % topics
		}
		about := fmt.Sprintf("topic%dword", topic)
		s.Queries[turn] = saying(r, about, 12)
		if turn == 0 {
			for range 2 {
				chunk(turn, eviction.Permanent, about, 100, 200, 1)
			}
		}
		if r.Float64() < 0.6 {
			of[len(s.Chunks)] = topic
			chunk(turn, eviction.Structural, about, 100, 400, 0.7+0.3*r.Float64())
		}
		for range 1 + r.IntN(2) {
			chunk(turn, eviction.Transient, about, 100, 400, 0.5+0.3*r.Float64())
		}
		for range 2 + r.IntN(3) {
			chunk(turn, eviction.Ephemeral, "junk", 150, 700, 0.1+0.2*r.Float64())
		}
		for i := range s.Chunks {
			c := &s.Chunks[i]
			age := turn - c.Inserted
			p := 0.0
			switch c.Class {
			case eviction.Structural:
				p = 0.02
				if of[i] == topic {
					p = 0.45
				}
			case eviction.Transient:
				p = 0.5 * math.Exp(-0.6*float64(age))
			case eviction.Ephemeral:
				if age < 3 {
					p = touch
				}
			}
			if r.Float64() < p {
				s.use(turn, i)
			}
		}
	}
	return s
}

// saying is the vector of so many words of a vocabulary.
func saying(r *rand.Rand, about string, n int) llm.Vector {
	var text strings.Builder
	for range n {
		fmt.Fprintf(&text, "%s%d ", about, r.IntN(vocabulary))
	}
	return eviction.Bag(text.String())
}
