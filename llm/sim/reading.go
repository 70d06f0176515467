package sim

import "slices"

// reading is one request being worked on.
type reading struct {
	*Parameters
	*request
	dice
	looks    *memo[*look]
	tokens   func(string) int
	world    *World
	believed *belief
	form     *shape // that the reply has to have; nil for none
	told     *told
}

// happens draws whether something goes wrong with a fact that is asked for. It depends on the fact
// alone, so that what a question meets is the same whatever else is in view.
func (r *reading) happens(mechanism int, p float64, fact int) bool {
	return r.unit(mechanism, 0, fact) < chance(p, r.Strength[mechanism])
}

// belief is what the reader takes in of the material.
func (r *reading) belief() *belief {
	if r.believed == nil {
		r.believed = believe(r.world, r.looks, r.parts, func(p, fact int) bool {
			occasion := uint64(0)
			if r.brought {
				occasion = r.occasionOf(fact)
			}
			return r.unit(attention, occasion, fact) >= chance(r.overlooks(p), r.Strength[attention])
		})
	}
	return r.believed
}

// overlooks is the chance of overlooking a fact in a part: it grows with the material, and towards its
// middle.
func (r *reading) overlooks(part int) float64 {
	before := 0
	for _, p := range r.parts[:part] {
		before += len(p.text)
	}
	at := (float64(before) + float64(len(r.parts[part].text))/2) / float64(r.size)
	place := 1 + (r.Middle-1)*4*at*(1-at)
	return min(1, r.Overlook*float64(r.size)/bytesPerThousand*place)
}

// bytesPerThousand is how long a text of 1,000 tokens is, about: what a reader's attention has to
// cover needn't be counted exactly.
const bytesPerThousand = 4400

// occasion names what is written about: the facts told, in order, and how many notes there were. It has
// no value and no word of an instruction in it, so two ways to ask for the same notes meet the same
// draws; a request for another form of them (a schema, headings or neither) meets its own, and so does
// a second reading of what was told, beside notes that have some of it.
func (r *reading) occasion() uint64 {
	t, h := r.stated(), r.stretch()
	if slices.ContainsFunc(t.facts, func(f int) bool { return t.noted[f] }) {
		h = mix(h)
	}
	if len(r.headings) > 0 {
		h ^= occasionNamed("headings")
	}
	if r.Schema != nil {
		h ^= occasionNamed(r.Schema.Name)
	}
	return h
}

// occasionOf is the occasion on which a fact is met: this reading's own, or that of any reading of the same messages.
func (r *reading) occasionOf(fact int) uint64 {
	own := r.occasion()
	if r.unit(rereading, own, fact) < r.Strength[rereading] {
		return own
	}
	return r.stretch()
}

// stretch names what is told alone, or the notes where nothing is. What is carried past it is: a second
// pass over the same messages loses nothing more, one over notes alone does.
func (r *reading) stretch() uint64 {
	t := r.stated()
	if len(t.facts) == 0 {
		return occasionOf(t.notes)
	}
	return occasionOf(t.facts...)
}

// told is what the material states: facts in talk, in order, those that notes have, how many sentences
// notes have, and how long the talk is in bytes.
type told struct {
	facts []int
	noted map[int]bool
	notes int
	size  int
}

func (r *reading) stated() *told {
	if r.told != nil {
		return r.told
	}
	t := &told{noted: map[int]bool{}}
	for _, p := range r.parts {
		if p.talk {
			t.size += len(p.text)
		} else {
			t.notes += len(sentenceSpans(p.text))
		}
		for _, s := range r.looks.of(r.world, p.text, newLook).sightings {
			if p.talk {
				t.facts = append(t.facts, s.Fact)
			} else {
				t.noted[s.Fact] = true
			}
		}
	}
	r.told = t
	return t
}
