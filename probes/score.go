package probes

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/probes/unwrap"
	"contextarena.internal/words"
)

// Score judges a record of this scenario.
func (sc *Scorer) Score(rec arena.Record) Score {
	if rec.Outcome != arena.Completed {
		return sc.unscored()
	}
	e := sc.evidence(rec)
	out := Score{Findings: make([]*Finding, len(sc.asked()))}
	for i, p := range sc.asked() {
		out.Findings[i] = e.finding(i, p)
	}
	out.Rubric, out.Passed = sc.task(rec)
	return out
}

// unscored is the score of a trial that wasn't completed.
func (sc *Scorer) unscored() Score {
	out := Score{Findings: make([]*Finding, len(sc.asked()))}
	for i, p := range sc.asked() {
		out.Findings[i] = &Finding{Probe: p.ID}
		for _, level := range arena.Levels {
			out.Findings[i].Verdicts = append(out.Findings[i].Verdicts, Verdict{Level: level, Result: Unscored})
		}
	}
	for _, c := range sc.scenario.Final.Rubric {
		out.Rubric = append(out.Rubric, Item{Item: c.Item})
	}
	return out
}

// finding judges one probe at every level.
func (e *evidence) finding(i int, p probe) *Finding {
	if p.Kind == arena.Absent || p.Only != "" {
		return e.confined(i, p)
	}
	f := &Finding{Probe: p.ID, Exposed: e.exposed[p.fact], Superseded: e.superseded(p)}
	memory, context := e.memory(p), e.context(p, e.rec.Probes[i])
	answer := e.answer(p, e.rec.Probes[i])
	final := e.stated(p, e.rec.Final.Text)
	memory.Level, context.Level, answer.Level, final.Level = arena.LevelMemory, arena.LevelContext, arena.LevelAnswer, arena.LevelFinal
	final.Legacy = e.legacy(p, e.rec.Final.Text)
	if e.sc.scenario.Taskless() {
		final = Verdict{Level: arena.LevelFinal, Result: Unexposed} // nothing is asked in the end
	}
	if f.Exposed > 0 {
		f.History, memory.Result, memory.Why = e.history(p, f.Exposed)
		f.LostAt = lostAt(f.Exposed, f.History)
		if c := e.rec.Cycles[len(e.rec.Cycles)-1]; c.Layers.Bytes > 0 {
			f.Layers = e.listed(p, c.Text[:min(c.Layers.Bytes, len(c.Text))])
		}
	}
	f.Verdicts = []Verdict{memory, context, answer, final}
	if f.LostAt > 0 {
		f.Before, f.After = e.loss(p, f)
	}
	if answer.Result != Void {
		f.New = len(e.sc.facts[p.fact].bare.Find(e.read(e.rec.Probes[i].Text))) > 0
		f.Old = answer.Result == Stale
	}
	for _, replies := range e.rec.Again {
		f.Again = append(f.Again, e.answer(p, replies[i]).Result)
	}
	f.Confidence = e.confidence(p, e.rec.Probes[i])
	f.Place = place(f)
	return f
}

// listed judges a layer's own part of the memory. A list of what changed has the old value by the new one, in a form that may be no
// sentence: the value that holds is enough.
func (e *evidence) listed(p probe, text string) Result {
	r := e.inNotes(p, text).Result
	if r == Stale && len(e.mentions(text).of(p.fact)) > 0 {
		return Kept
	}
	return r
}

// showsEvidence reports whether a context has every message that a probe's answer follows from, as it was said.
func (e *evidence) showsEvidence(p probe, c *arena.Context) bool {
	return !slices.ContainsFunc(e.sc.facts[p.fact].leaves, func(leaf int) bool {
		m, ok := e.origin(leaf)
		return !ok || !slices.Contains(c.Shown, m.Index)
	})
}

// memory is the verdict on a fact that was never exposed.
func (e *evidence) memory(p probe) Verdict {
	v := Verdict{Result: Unexposed}
	if n := len(e.rec.Cycles); n > 0 {
		v.Legacy = e.legacy(p, e.rec.Cycles[n-1].Text)
	}
	return v
}

// context judges what the model saw for the probe's question. Messages stand in the order in
// which they were said, and the notes before them; the newest part that has a value decides. A
// derived value is there if all its operands are, whatever was said of it before they changed.
func (e *evidence) context(p probe, r arena.Reply) Verdict {
	parts := partsOf(r.Context)
	v := Verdict{Result: Lost}
	for i := len(parts) - 1; i >= 0; i-- {
		if found := e.stated(p, parts[i]); found.Result != Lost {
			v = found
			break
		}
	}
	v = e.derived(p, v, parts)
	v.Legacy = e.legacy(p, e.joined(r.Context, parts))
	return v
}

// answer judges the reply to the probe's question, which supplies the label.
func (e *evidence) answer(p probe, r arena.Reply) Verdict {
	if r.Void() {
		return Verdict{Result: Void, Why: string(r.Stop)}
	}
	if p.Only == arena.OnlyJudge {
		return Verdict{Result: Void, Why: "for a judge"}
	}
	m := e.mentions(r.Text)
	v := m.judged.Of(p.index, func() Verdict { return e.sc.answered(p, r, m.plain()) })
	v.Legacy = e.legacy(p, r.Text)
	return v
}

// place puts together where on its way the fact went missing.
func place(f *Finding) Place {
	memory, context, answer := f.Verdicts[0].Result, f.Verdicts[1].Result, f.Verdicts[2].Result
	switch {
	case answer == Void:
		return PlaceVoid
	case answer == Kept:
		return PlaceKept
	case answer == Stale:
		return PlaceStale
	case context == Kept || context == Stale:
		return PlaceMisread
	case memory == Lost && f.LostAt <= f.Exposed:
		return PlaceNotWritten
	case memory == Lost:
		return PlaceLostLater
	}
	return PlaceNotShown
}

// why quotes a span, cut short.
func why(t *words.Text, s words.Span) string { return shortened(t.Slice(s)) }

// shortened is a text on one line, cut short.
func shortened(text string) string { return words.Quote(text, 60) }

// ScoreText judges a text by itself: one verdict for each probe, in the scenario's order. At the
// answer level the text is taken as the answer to each probe's question; at the others label
// and value must stand together.
func (sc *Scorer) ScoreText(level arena.Level, text string) []Verdict {
	e := sc.evidence(arena.Record{})
	out := make([]Verdict, len(sc.asked()))
	for i, p := range sc.asked() {
		if level == arena.LevelAnswer || p.Kind == arena.Absent {
			out[i] = e.answerTo(p, level, text)
			continue
		}
		switch {
		case p.Only != "":
			out[i].Result = Unexposed
		case level == arena.LevelFinal:
			out[i] = e.stated(p, text)
		default:
			out[i] = e.inNotes(p, text)
		}
		out[i].Legacy = e.legacy(p, text)
		out[i].Level = level
	}
	return out
}

// AnswerTo judges a text as the answer to one probe's question, given by its place in the scenario's order.
func (sc *Scorer) AnswerTo(probe int, text string) Verdict {
	return sc.evidence(arena.Record{}).answerTo(sc.probes[probe], arena.LevelAnswer, text)
}

func (e *evidence) answerTo(p probe, level arena.Level, text string) Verdict {
	r := arena.Reply{Text: text}
	if p.Kind == arena.Absent {
		return abstained(level, p, r)
	}
	v := e.answer(p, r)
	v.Level = level
	return v
}

// abstained is the verdict on a question that the conversation never answers. Only the answer
// is judged: at the other levels there is nothing that could be there or be missing.
func abstained(level arena.Level, p probe, r arena.Reply) Verdict {
	v := Verdict{Level: level, Result: Unexposed}
	switch {
	case level != arena.LevelAnswer:
	case r.Void():
		v.Result, v.Why = Void, string(r.Stop)
	default:
		why, ok := match.Abstains(p.Question, unwrap.Plain(r.Text))
		v.Result, v.Why = Lost, shortened(why)
		if ok {
			v.Result = Kept
		}
	}
	return v
}

// confined judges a probe of what nobody says, or says in these words: by the answer alone, if at all.
func (e *evidence) confined(i int, p probe) *Finding {
	f := &Finding{Probe: p.ID}
	verdict := func(level arena.Level, r arena.Reply) Verdict {
		switch {
		case p.Kind == arena.Absent:
			return abstained(level, p, r)
		case level != arena.LevelAnswer:
			return Verdict{Level: level, Result: Unexposed}
		}
		v := e.answer(p, r)
		v.Level = level
		return v
	}
	for _, level := range arena.Levels {
		f.Verdicts = append(f.Verdicts, verdict(level, e.rec.Probes[i]))
	}
	for _, replies := range e.rec.Again {
		f.Again = append(f.Again, verdict(arena.LevelAnswer, replies[i]).Result)
	}
	shown := true
	if p.fact >= 0 {
		f.Exposed, shown = e.exposed[p.fact], e.showsEvidence(p, e.rec.Probes[i].Context)
	}
	if f.Place = place(f); f.Place == PlaceNotShown && shown {
		f.Place = PlaceMisread
	}
	return f
}

// Answers judges what a search needs of a record, at a fraction of the cost of Score: the results at
// the answer level, one for each probe in the scenario's order, and whether the final task was passed.
// Both are what Score says. The results are nil unless the trial was completed.
func (sc *Scorer) Answers(rec arena.Record) (results []Result, passed bool) {
	if rec.Outcome != arena.Completed {
		return nil, false
	}
	e := &evidence{sc: sc, rec: rec}
	results = make([]Result, len(sc.asked()))
	for i, p := range sc.asked() {
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
	return items, ok > 0 && ok >= sc.scenario.Final.Pass
}
