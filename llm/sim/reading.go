package sim

// reading is one request being worked on.
type reading struct {
	*Parameters
	*request
	dice
	looks    *looks
	tokens   func(string) int
	world    *World // nil where none is known
	believed *belief
	contest  contested
}

// happens draws whether something goes wrong with a fact that is asked for. It depends on the fact
// alone, so that what a question meets is the same whatever else is in view.
func (r *reading) happens(mechanism int, p float64, fact int) bool {
	return r.unit(mechanism, 0, fact) < chance(p, r.Strength[mechanism])
}

// belief is what the reader takes in of the material.
func (r *reading) belief() *belief {
	if r.believed == nil {
		occasion := uint64(0)
		if r.brought {
			occasion = r.occasion()
		}
		r.believed = believe(r.world, r.looks, r.parts, func(p, fact int, _ bool) bool {
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
// draws; a request for another form of them meets its own.
func (r *reading) occasion() uint64 {
	var told []int
	notes := 0
	for _, p := range r.parts {
		if !p.talk {
			notes += len(sentenceSpans(p.text))
			continue
		}
		for _, s := range r.looks.of(r.world, p.text).sightings {
			told = append(told, s.Fact)
		}
	}
	h := occasionOf(told...)
	if len(told) == 0 {
		h = occasionOf(notes)
	}
	if r.Schema != nil {
		h ^= occasionNamed(r.Schema.Name)
	}
	return h
}
