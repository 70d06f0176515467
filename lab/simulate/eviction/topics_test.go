package eviction

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/strategies/eviction"
)

// Of experiment B.
const (
	topics      = 6
	topicSwitch = 0.3
	vocabulary  = 40 // words of a topic, none of them another's
)

// byTopic is our own construction of the source's experiment B, whose code isn't published: facts and plans
// of the topic of the moment beside long junk. It returns what is asked at each turn, too. touch is how likely junk is touched in
// each of the three turns after it came, a use that is worth next to nothing but counts as a reference.
func byTopic(r *rand.Rand, touch float64) (*Session, []llm.Vector) {
	s := blank(Turns)
	topic := r.IntN(topics)
	of := map[int]int{} // the topic of each structural chunk
	queries := make([]llm.Vector, Turns)
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
		queries[turn] = saying(r, about, 12)
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
	return s, queries
}

// saying is the vector of so many words of a vocabulary.
func saying(r *rand.Rand, about string, n int) llm.Vector {
	var text strings.Builder
	for range n {
		fmt.Fprintf(&text, "%s%d ", about, r.IntN(vocabulary))
	}
	vectors, err := embed.Local{}.Embed(context.Background(), []string{text.String()})
	if err != nil {
		panic(err) // it never errs but for the context
	}
	return vectors[0]
}

// asking is a policy that is shown what is asked.
type asking struct {
	eviction.Policy
	queries []llm.Vector
}

// Keys implements eviction.Policy.
func (a asking) Keys(pool []*eviction.Chunk, now eviction.Now, keys []float64) {
	now.Query = a.queries[now.Turn]
	a.Policy.Keys(pool, now, keys)
}

// The topic of the moment helps RWOE, with the weight of similarity that its text has; what counts references is led
// astray by junk that is touched: hits, % of the optimum.
func TestTopics(t *testing.T) {
	for _, c := range []struct {
		share, touch float64
		want         map[string]float64
	}{
		{0.08, 0.02, map[string]float64{"asked": 75, "rwoe": 68}},
		{0.15, 0.02, map[string]float64{"asked": 96, "rwoe": 93, "lfu": 52}},
		{0.15, 0.30, map[string]float64{"lfu": 23, "rwoe": 85}},
	} {
		best, hits := 0.0, map[string]float64{}
		for i := range uint64(200) {
			s, queries := byTopic(rand.New(rand.NewPCG(42+i/20, i%20)), c.touch)
			r := rules{budget: int(c.share * float64(s.Tokens))}
			best += s.optimum(r.budget, false)
			for name := range c.want {
				policy := eviction.Policy(asking{rwoe(eviction.Source(), eviction.Paper, 0)(s, 0), queries})
				if name != "asked" {
					policy = named(name).of(s, 0)
				}
				hits[name] += played(s, policy, r).Hits
			}
		}
		for name, want := range c.want {
			require.InDelta(t, want, 100*hits[name]/best, 3, "%s at %g, %g", name, c.share, c.touch)
		}
	}
}
