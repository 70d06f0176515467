package generate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// question is a probe.
type question struct {
	id, fact, kind, text string
	of                   string // the fact type
}

// untold counts the attributes of the entities that were never told.
func (w *world) untold() int {
	n := 0
	for _, who := range w.entities {
		for i := range w.words.Attributes {
			if what := &w.words.Attributes[i]; what.Of == who.of && !slices.Contains(who.told, what) {
				n++
			}
		}
	}
	return n
}

// questions asks for the newest value of every fact, for everything that follows from them, and
// for so many attributes that were never told, of which there must be as many (untold).
func (w *world) questions(absent int, r *rand.Rand) []question {
	var out []question
	for i, f := range w.facts {
		last := len(f.versions) - 1
		q := question{fact: f.id(last), kind: "current", of: string(probed[f.kind]), text: w.asked(f.who, f.what, r)}
		if last > 0 {
			q.of = "correction"
		}
		if f.deleted && r.IntN(2) == 0 {
			q.text = spoken(r, one(r, w.words.Fate), "item", w.item(i, r))
		}
		out = append(out, q)
	}
	for _, d := range w.derived {
		if len(d.versions) > 0 {
			out = append(out, question{
				fact: numbered(d.base, len(d.versions)-1), kind: "derived", of: "quantity", text: w.derivation(d, r),
			})
		}
	}
	for len(out) < len(w.facts)+len(w.derived)+absent {
		who, what := one(r, w.entities), &w.words.Attributes[r.IntN(len(w.words.Attributes))]
		if what.Of != who.of || slices.Contains(who.told, what) {
			continue
		}
		who.told = append(who.told, what) // asked for once is enough
		out = append(out, question{
			id: who.id + "-" + what.Name + "-unsaid", kind: "absent", text: w.asked(who, what, r),
			of: string(probed[slices.Index(FactTypes, what.Kind)]),
		})
	}
	return out
}

// past asks for so many values that hold no longer: the first one, and of what went back to it the
// one in between.
func (w *world) past(n int, r *rand.Rand) []question {
	var changed []int
	for i, f := range w.facts {
		if len(f.versions) > 1 {
			changed = append(changed, i)
		}
	}
	var out []question
	for _, i := range draw(changed, n, r) {
		f := w.facts[i]
		q := question{fact: f.id(0), kind: "historical", of: string(probed[f.kind])}
		if f.returns {
			q.fact = f.id(1)
			q.text = spoken(r, one(r, w.words.Meanwhile), "item", w.item(i, r))
		} else {
			q.text = spoken(r, one(r, f.what.Before), "who", f.who.name)
		}
		q.id = q.fact + "-then"
		out = append(out, q)
	}
	return out
}

func (w *world) asked(who *entity, what *attribute, r *rand.Rand) string {
	return spoken(r, one(r, what.Asks), "who", who.name)
}

// item names what a fact gives the value of: the price of the Osprey crate.
func (w *world) item(f int, r *rand.Rand) string {
	text := spoken(r, w.facts[f].what.Item, "who", w.facts[f].who.name)
	return strings.ToLower(text[:1]) + text[1:]
}

// derivation asks for a derived value by saying how to get it, so that the conversation need not.
func (w *world) derivation(d *derived, r *rand.Rand) string {
	switch d.op {
	case 'd':
		return fmt.Sprintf("How many days lie between %s and %s?", w.item(d.facts[0], r), w.item(d.facts[1], r))
	case 'n':
		return fmt.Sprintf("How many pieces stand in %s?", d.zone.text)
	}
	return w.steps(d, r) + one(r, []string{": what is the result?", ". What comes out?"})
}

// steps says how a chain is computed up to d.
func (w *world) steps(d *derived, r *rand.Rand) string {
	if d.from < 0 {
		return fmt.Sprintf("Add %s and %s", w.item(d.facts[0], r), w.item(d.facts[1], r))
	}
	verb := map[byte]string{'+': "add", '-': "take off", '*': "multiply by"}[d.op]
	return fmt.Sprintf("%s, then %s %s", w.steps(w.derived[d.from], r), verb, w.item(d.facts[0], r))
}

// about is the label of a derived value; empty if the value, a large number that occurs nowhere,
// speaks for itself.
func (d *derived) about() string {
	switch d.op {
	case 'd':
		return "{any: [day, days]}"
	case 'n':
		return textPattern(d.zone.key)
	}
	return ""
}

// pattern is a derived value as a pattern in YAML.
func (d *derived) pattern(k int) string {
	unit := "usd"
	switch d.op {
	case 'd':
		unit = "day"
	case 'n':
		unit = "pieces"
	}
	return numberPattern(d.versions[k].number, unit)
}

// text says for readers how a derived value comes about.
func (w *world) text(d *derived, k int) string {
	n := strconv.Itoa(d.versions[k].number)
	operands := d.versions[k].operands
	switch d.op {
	case 'd':
		return n + " days between " + strings.Join(operands, " and ")
	case 'n':
		return n + " pieces stand in " + d.zone.text
	}
	return n + " = " + strings.Join(operands, " "+string(d.op)+" ")
}

// task is the final task: the newest values of a few facts.
type task struct {
	question string
	items    []int // facts
}

// mostItems bounds the rubric of the final task.
const mostItems = 6

// task asks for facts from all over the world.
func (w *world) task(r *rand.Rand) task {
	var t task
	var items []string
	for i := range min(mostItems, len(w.facts)) {
		f := i * len(w.facts) / min(mostItems, len(w.facts))
		t.items = append(t.items, f)
		items = append(items, w.item(f, r))
	}
	list := items[0]
	if n := len(items); n > 1 {
		list = strings.Join(items[:n-1], ", ") + " and " + items[n-1]
	}
	t.question = spoken(r, one(r, w.words.Closing), "items", list)
	return t
}
