package pruning

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/llm"
)

const (
	length     = 72 // days
	dimensions = 64
	projects   = 14
	standing   = 4 // subjects without a project
	later      = 7 // days after which a need is a later one
	looked     = 8 // memories that a question retrieves
	every      = 3 // days between two prunings
)

// Kinds of memories.
const (
	work   = "work"    // of a project, needed while that goes on
	fact   = "facts"   // of a standing subject, needed again and again
	rare   = "rare"    // like nothing else, needed once, two weeks later or more
	repeat = "repeats" // says again what another says
	chat   = "chat"    // never needed
)

// memory is what was said.
type memory struct {
	day    int
	kind   string
	vector llm.Vector
	says   int     // the place of the memory that it repeats, or its own
	chance float64 // for the policy that goes by it
	needs  []int   // days, ascending
}

// question is what is asked, and the memory that it needs; -1 for none in particular.
type question struct {
	vector llm.Vector
	needs  int
}

// world is what a case plays: the same for every policy.
type world struct {
	memories  []memory // by day
	questions [length][]question
	goals     [length][]llm.Vector
	before    map[[2]int]int // retrievals of a memory before a need, where nothing is pruned, by its place and the day
}

// project is a subject with a time.
type project struct {
	from, to int
	vector   llm.Vector
}

// newWorld draws one.
func newWorld(r *rand.Rand) *world {
	w := &world{before: map[[2]int]int{}}
	var all []project
	for range projects {
		from := r.IntN(length+20) - 20
		all = append(all, project{from, from + 5 + int(20*r.ExpFloat64()), direction(r)})
	}
	var subjects []llm.Vector
	for range standing {
		subjects = append(subjects, direction(r))
	}
	small := direction(r)
	for day := range length {
		var open []project
		for _, p := range all {
			if p.from <= day && day <= p.to {
				open = append(open, p)
				w.goals[day] = append(w.goals[day], near(r, p.vector, .5))
			}
		}
		for range int(distuv.Poisson{Lambda: 8, Src: r}.Rand()) {
			w.say(r, day, open, subjects, small)
		}
		for _, p := range open {
			if r.Float64() < .5 {
				w.questions[day] = append(w.questions[day], question{near(r, p.vector, .8), -1})
			}
		}
	}
	for i, m := range w.memories {
		for _, day := range m.needs {
			w.questions[day] = append(w.questions[day], question{near(r, m.vector, .8), i})
		}
	}
	// Vectors of a world are of one length and finite, so that nothing can go wrong.
	if _, err := w.play(policy{}, rule{}); err != nil {
		panic(err)
	}
	return w
}

// say draws one memory of a day.
func (w *world) say(r *rand.Rand, day int, open []project, subjects []llm.Vector, small llm.Vector) {
	m := memory{day: day, says: len(w.memories), chance: r.Float64()}
	switch x := r.Float64(); {
	case x < .5 && len(open) > 0:
		p := open[r.IntN(len(open))]
		m.kind, m.vector = work, near(r, p.vector, 1)
		m.need(r, 1.2*r.ExpFloat64(), day+1, min(p.to, length-1))
	case x < .62:
		m.kind, m.vector = fact, near(r, subjects[r.IntN(len(subjects))], 1.2)
		m.need(r, float64(length-day)/20, day+1, length-1)
	case x < .72:
		m.kind, m.vector = rare, direction(r)
		if day+14 < length {
			m.needs = []int{day + 14 + r.IntN(length-day-14)}
		}
	case x < .85 && len(w.memories) > 0:
		of := w.memories[r.IntN(len(w.memories))]
		m.kind, m.vector, m.says = repeat, near(r, of.vector, .4), of.says
	default:
		m.kind, m.vector = chat, near(r, small, 1)
	}
	w.memories = append(w.memories, m)
}

// need draws days on which a memory is needed, a mean number of them, each once.
func (m *memory) need(r *rand.Rand, mean float64, from, to int) {
	if from > to {
		return
	}
	chance := min(1, mean/float64(to-from+1))
	for day := from; day <= to; day++ {
		if r.Float64() < chance {
			m.needs = append(m.needs, day)
		}
	}
}

// direction is one of length 1, any as likely as any other.
func direction(r *rand.Rand) llm.Vector { return near(r, make(llm.Vector, dimensions), 1) }

// near is a direction around a vector: noise of a length is added, in any direction.
func near(r *rand.Rand, v llm.Vector, noise float64) llm.Vector {
	sum := make([]float64, dimensions)
	square := 0.
	for i, x := range v {
		sum[i] = float64(x) + noise*r.NormFloat64()/math.Sqrt(dimensions)
		square += sum[i] * sum[i]
	}
	out := make(llm.Vector, dimensions)
	for i, x := range sum {
		out[i] = float32(x / math.Sqrt(square))
	}
	return out
}
