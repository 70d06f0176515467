package generate

import (
	"cmp"
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
			of: string(probed[slices.Index(factTypes, what.Kind)]),
		})
	}
	return out
}

// past asks for so many values that hold no longer.
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
		out = append(out, question{
			id: f.id(0) + "-then", fact: f.id(0), kind: "historical", of: string(probed[f.kind]), text: w.formerly(f, r),
		})
	}
	return out
}

// asks is the question of every fact, by its id: the probes' where there are any, and of the others
// one that asks for what was so then.
func (w *world) asks(probed []question, r *rand.Rand) map[string]string {
	out := map[string]string{}
	for _, q := range probed {
		if q.fact != "" {
			out[q.fact] = q.text
		}
	}
	for _, f := range w.facts {
		if len(f.versions) > 1 && out[f.id(0)] == "" {
			out[f.id(0)] = w.formerly(f, r)
		}
	}
	for _, d := range w.derived {
		for k := range d.versions[:max(0, len(d.versions)-1)] {
			out[numbered(d.base, k)] = w.derivedThen(d, k, r)
		}
	}
	return out
}

// formerly asks for the first value of a fact that has a newer one.
func (w *world) formerly(f *fact, r *rand.Rand) string {
	return spoken(r, one(r, f.what.Before), "who", f.who.name)
}

func (w *world) asked(who *entity, what *attribute, r *rand.Rand) string {
	return spoken(r, one(r, what.Asks), "who", who.name)
}

// item names what a fact gives the value of: the price of the Osprey crate.
func (w *world) item(f int, r *rand.Rand) string {
	text := spoken(r, w.facts[f].what.Item, "who", w.facts[f].who.name)
	return strings.ToLower(text[:1]) + text[1:]
}

// countable is what there are so many of, now and then, of derived values that aren't the results of
// chains, and its unit in patterns.
var countable = map[byte]struct{ is, was, unit string }{
	'd': {"days lie", "days lay", "day"},
	'n': {"pieces stand", "pieces stood", "pieces"},
}

// where says where what a derived value counts is to be found.
func (w *world) where(d *derived, r *rand.Rand) string {
	if d.op == 'n' {
		return "in " + d.zone.text
	}
	return "between " + w.item(d.facts[0], r) + " and " + w.item(d.facts[1], r)
}

// derivation asks for a derived value by saying how to get it, so that the conversation need not.
func (w *world) derivation(d *derived, r *rand.Rand) string {
	if c, ok := countable[d.op]; ok {
		return fmt.Sprintf("How many %s %s?", c.is, w.where(d, r))
	}
	return w.steps(d, r) + one(r, []string{": what is the result?", ". What comes out?"})
}

// derivedThen asks for the k-th value of what has been computed anew since.
func (w *world) derivedThen(d *derived, k int, r *rand.Rand) string {
	when := "at first"
	if k > 0 {
		when = "after the " + ordinals[k-1] + " change"
	}
	if c, ok := countable[d.op]; ok {
		return fmt.Sprintf("How many %s %s %s?", c.was, w.where(d, r), when)
	}
	return w.steps(d, r) + ": what was the result " + when + "?"
}

// ordinals are as many as there can be changes of a derived value: one of each of its operands.
var ordinals = [mostDepth + 1]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"}

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
	return numberPattern(d.versions[k].number, cmp.Or(countable[d.op].unit, "usd"))
}

// text says for readers what a derived value is.
func (w *world) text(d *derived, k int, r *rand.Rand) string {
	n := strconv.Itoa(d.versions[k].number)
	if c, ok := countable[d.op]; ok {
		return n + " " + c.is + " " + w.where(d, r)
	}
	steps := w.steps(d, r)
	return strings.ToLower(steps[:1]) + steps[1:] + ": " + n
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
