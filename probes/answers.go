package probes

import (
	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// Answers judges what a search needs of a record, at a fraction of the cost of Score: the results at
// the answer level, one for each probe in the scenario's order, and whether the final task was passed.
// Both are what Score says. The results are nil unless the trial was completed.
func (sc *Scorer) Answers(rec arena.Record) (results []Result, passed bool) {
	if rec.Outcome != arena.Completed {
		return nil, false
	}
	e := &evidence{sc: sc, rec: rec, long: map[string]*mentions{}, lower: map[string]string{}}
	results = make([]Result, len(sc.probes))
	for i, p := range sc.probes {
		if p.Kind == arena.Absent {
			results[i] = abstained(arena.LevelAnswer, p, rec.Probes[i]).Result
		} else {
			results[i] = e.answer(p, rec.Probes[i]).Result
		}
	}
	_, passed = sc.task(rec)
	return results, passed
}

// task judges the final task: item by item, and whether enough of them are there.
func (sc *Scorer) task(rec arena.Record) (items []Item, passed bool) {
	final := words.Read(rec.Final.Text)
	ok := 0
	for i, c := range sc.scenario.Final.Rubric {
		item := Item{Item: c.Item}
		if spans := sc.rubric[i].Find(final); len(spans) > 0 {
			item.OK, item.Why = true, why(final, spans[0])
			ok++
		}
		items = append(items, item)
	}
	return items, ok >= sc.scenario.Final.Pass
}
