package probes_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

func text(s string) arena.Pattern { return arena.Pattern{Text: s} }

func about(s string) *arena.Pattern { p := text(s); return &p }

func dollars(v string) arena.Pattern {
	return arena.Pattern{Number: &arena.NumberPattern{Value: v, Unit: "usd"}}
}

// trip is a scenario with a correction, a derived fact and a historical probe.
func trip() *arena.Scenario {
	return &arena.Scenario{
		ID: "trip",
		Turns: []arena.Exchange{
			{User: "The budget is $5,000."},
			{User: "The flight costs $1,200."},
			{User: "Kenji's number is 090-8765-4321."},
			{User: "Good news: the budget is $8,500 now."},
		},
		Facts: []arena.Fact{
			{ID: "budget-1", Turn: 1, About: about("budget"), Value: dollars("5000")},
			{ID: "flight", Turn: 2, About: about("flight"), Value: dollars("1200")},
			{ID: "phone", Turn: 3, Value: arena.Pattern{Identifier: "090-8765-4321"}},
			{ID: "budget", Turn: 4, About: about("budget"), Value: dollars("8500"), Supersedes: "budget-1"},
			{ID: "left", Turn: 4, About: about("left"), Value: dollars("7300"), DerivedFrom: []string{"budget", "flight"}},
		},
		Probes: []arena.Probe{
			{ID: "budget", Fact: "budget", Type: arena.Correction, Kind: arena.Current, Legacy: []string{"8,500"}},
			{ID: "phone", Fact: "phone", Type: arena.PhoneID, Kind: arena.Current, Legacy: []string{"090-8765-4321"}},
			{ID: "left", Fact: "left", Type: arena.Quantity, Kind: arena.Derived, Extended: true},
			{ID: "first-budget", Fact: "budget-1", Type: arena.Quantity, Kind: arena.Historical, Extended: true},
		},
		Final: arena.Final{Pass: 1, Rubric: []arena.Check{{Item: "phone", Match: arena.Pattern{Identifier: "090-8765-4321"}}}},
	}
}

// record is a completed scripted trial of trip with these cycles, context and answers.
func record(cycles []arena.CycleRecord, system string, shown []arena.MessageIndex, answers ...string) arena.Record {
	rec := arena.Record{Outcome: arena.Completed, Cycles: cycles}
	s := trip()
	for i, ex := range s.Turns {
		turn := arena.Turn(i + 1)
		rec.Messages = append(rec.Messages,
			arena.Message{Message: llm.Message{Role: llm.User, Text: ex.User}, Index: arena.MessageIndex(2*i + 1), Turn: turn},
			arena.Message{Message: llm.Message{Role: llm.Assistant, Text: "Noted."}, Index: arena.MessageIndex(2*i + 2), Turn: turn})
	}
	rec.Messages = append(rec.Messages, arena.Message{Message: llm.Message{Role: llm.User, Text: "Sum up."}, Index: 9, Turn: 5})
	c := &arena.Context{System: system, Shown: shown}
	for _, i := range shown {
		c.Messages = append(c.Messages, rec.Messages[i-1].Message)
	}
	for i := range s.Probes {
		answer := "I don't know."
		if i < len(answers) {
			answer = answers[i]
		}
		rec.Probes = append(rec.Probes, arena.Reply{Context: c, Text: answer, Stop: llm.StopEnd})
	}
	rec.Final = arena.Reply{Context: c, Text: "Call 090–8765–4321.", Stop: llm.StopEnd}
	return rec
}

func cycle(after arena.MessageIndex, memory string, left ...arena.MessageIndex) arena.CycleRecord {
	return arena.CycleRecord{Cycle: arena.Cycle{Left: left, Text: memory, Stop: llm.StopEnd}, After: after}
}

func score(t *testing.T, rec arena.Record) map[string]*probes.Finding {
	t.Helper()
	sc, err := probes.NewScorer(trip())
	require.NoError(t, err)
	out := map[string]*probes.Finding{}
	for _, f := range sc.Score(rec).Findings {
		require.Len(t, f.Verdicts, len(arena.Levels))
		out[f.Probe] = f
	}
	return out
}

func TestExposure(t *testing.T) {
	rec := record([]arena.CycleRecord{
		cycle(5, "budget $5,000", 1, 2),
		cycle(7, "budget $5,000, flight $1,200, 090-8765-4321", 3, 4, 5, 6),
	}, "", []arena.MessageIndex{7, 8})
	f := score(t, rec)
	require.Equal(t, 2, f["phone"].Exposed)
	require.Equal(t, 1, f["first-budget"].Exposed)
	require.Zero(t, f["budget"].Exposed, "its message is still in the window")
	require.Zero(t, f["left"].Exposed, "exposed when its last operand is")
	require.Equal(t, probes.Unexposed, f["budget"].At(arena.LevelMemory).Result)
	require.Equal(t, probes.LegacyMiss, f["budget"].At(arena.LevelMemory).Legacy, "the original counts it as lost")
	require.Equal(t, probes.Kept, f["phone"].At(arena.LevelMemory).Result)
	require.Equal(t, probes.Kept, f["budget"].At(arena.LevelContext).Result, "the window shows it")
}

func TestARestatementPostponesExposure(t *testing.T) {
	rec := record([]arena.CycleRecord{cycle(7, "notes", 3, 4, 5)}, "", nil)
	rec.Messages[5].Text = "Kenji is at 090-8765-4321, noted." // message 6, still in the window
	require.Zero(t, score(t, rec)["phone"].Exposed)
	rec.Cycles[0].Left = append(rec.Cycles[0].Left, 6)
	require.Equal(t, 1, score(t, rec)["phone"].Exposed)
}

func TestMessagesTakenBackAreNotOut(t *testing.T) {
	back := cycle(9, "notes", 1)
	back.Back = []arena.MessageIndex{5}
	rec := record([]arena.CycleRecord{cycle(7, "notes", 5), back}, "", nil)
	require.Equal(t, 1, score(t, rec)["phone"].Exposed, "exposed once is exposed")
	rec = record([]arena.CycleRecord{{Cycle: arena.Cycle{Left: []arena.MessageIndex{5}, Back: []arena.MessageIndex{5}}, After: 7}}, "", nil)
	require.Zero(t, score(t, rec)["phone"].Exposed)
}

func TestPlaces(t *testing.T) {
	all := []arena.MessageIndex{1, 2, 3, 4, 5, 6, 7, 8}
	with, without := "Kenji: 090-8765-4321", "Kenji has a phone"
	for _, c := range []struct {
		name   string
		rec    arena.Record
		place  probes.Place
		lostAt int
	}{
		{"kept", record([]arena.CycleRecord{cycle(9, with, all...)}, with, nil, "", "It's 090 8765 4321."), probes.PlaceKept, 0},
		{"not written", record([]arena.CycleRecord{cycle(7, without, all[:6]...), cycle(9, without, 7, 8)}, without, nil), probes.PlaceNotWritten, 1},
		{"lost later", record([]arena.CycleRecord{cycle(7, with, all[:6]...), cycle(9, without, 7, 8)}, without, nil), probes.PlaceLostLater, 2},
		{"lost, found, lost", record([]arena.CycleRecord{cycle(6, without, all[:5]...), cycle(7, with, 6), cycle(9, without, 7)}, without, nil), probes.PlaceLostLater, 3},
		{"in memory, not shown", record([]arena.CycleRecord{cycle(9, with, all...)}, "no notes", nil), probes.PlaceNotShown, 0},
		{"misread", record([]arena.CycleRecord{cycle(9, with, all...)}, with, nil, "", "It's 090-1111-2222."), probes.PlaceMisread, 0},
		{"never compacted, misread", record(nil, "", all), probes.PlaceMisread, 0},
		{"never compacted, not shown", record(nil, "", nil), probes.PlaceNotShown, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := score(t, c.rec)["phone"]
			require.Equal(t, c.place, f.Place)
			require.Equal(t, c.lostAt, f.LostAt)
		})
	}
	void := record(nil, "", all)
	void.Probes[1].Stop = llm.StopLength
	f := score(t, void)["phone"]
	require.Equal(t, probes.PlaceVoid, f.Place)
	require.Equal(t, probes.Void, f.At(arena.LevelAnswer).Result)
}

func TestStale(t *testing.T) {
	for answer, want := range map[string]probes.Result{
		"$8,500":                             probes.Kept,
		"8500 dollars":                       probes.Kept,
		"$5,000":                             probes.Stale,
		"I don't know.":                      probes.Lost,
		"The budget is $8,500 (was $5,000).": probes.Kept,
		"The budget was raised from $5,000 to $8,500.":            probes.Kept,
		"budget: $5,000 → $8,500":                                 probes.Kept,
		"Not $5,000 any more: $8,500.":                            probes.Kept,
		"The budget is $5,000 and $8,500.":                        probes.Stale,
		"The budget is $8,500 and $5,000.":                        probes.Stale,
		"The budget is $5,000 and the budget is $8,500.":          probes.Stale,
		"The budget is $8,500. The flight is $1,200 of that.":     probes.Kept,
		"The budget was $5,000.":                                  probes.Lost, // says what it was, not what it is
		"The budget used to be $5,000.":                           probes.Lost,
		"The budget is ~~$5,000~~ $8,500":                         probes.Kept,
		"The original budget of $5,000 was replaced; it's $8,500": probes.Kept,
	} {
		f := score(t, record(nil, "", nil, answer))["budget"]
		require.Equal(t, want, f.At(arena.LevelAnswer).Result, answer)
	}
}

// journey is a scenario whose corrections are a place, which needs no label, and a day.
func journey() *arena.Scenario {
	day := func(n int) arena.Pattern { return arena.Pattern{Date: &arena.DatePattern{Month: 6, Day: n}} }
	return &arena.Scenario{
		ID:    "journey",
		Turns: []arena.Exchange{{User: "We stay at the Hyatt until June 14."}, {User: "We stay at the Aman until June 18."}},
		Facts: []arena.Fact{
			{ID: "hotel-1", Turn: 1, Value: text("Hyatt")},
			{ID: "end-1", Turn: 1, Value: day(14)},
			{ID: "hotel", Turn: 2, Value: text("Aman"), Supersedes: "hotel-1"},
			{ID: "end", Turn: 2, Value: day(18), Supersedes: "end-1"},
		},
		Probes: []arena.Probe{
			{ID: "hotel", Fact: "hotel", Type: arena.Correction, Kind: arena.Current, Extended: true},
			{ID: "end", Fact: "end", Type: arena.Correction, Kind: arena.Current, Extended: true},
		},
	}
}

func TestWhatMarksAnOldValue(t *testing.T) {
	sc, err := probes.NewScorer(journey())
	require.NoError(t, err)
	const hotel, end = 0, 1
	for _, c := range []struct {
		name  string
		probe int
		text  string
		want  probes.Result
	}{
		{"column of old values", hotel, "| What | Previous | New |\n|---|---|---|\n| Hotel | Hyatt | Aman |", probes.Kept},
		{"column of rejected values", hotel, "| Choice | Rejected |\n|---|---|\n| Aman | Hyatt, hostels |", probes.Kept},
		{"old value in the column of new ones", hotel, "| What | Previous | New |\n|---|---|---|\n| Hotel | Aman | Hyatt |", probes.Stale},
		{"columns that say nothing", hotel, "| First | Second |\n|---|---|\n| Hyatt | Aman |", probes.Stale},
		{"column of both", hotel, "| Old and new |\n|---|\n| Hyatt |\n| Aman |", probes.Stale},
		{"list of old values", hotel, "## Superseded\n- Hyatt\n\n## Facts\n- Aman", probes.Kept},
		{"old values in bold", hotel, "**Previous values:**\n- Hyatt\n\n**Now:**\n- Aman", probes.Kept},
		{"heading of corrections", hotel, "## Superseded by new facts\n- Hyatt\n- Aman", probes.Stale},
		{"rejected", hotel, "- Hyatt (rejected)\n- Aman", probes.Kept},
		{"unavailable", hotel, "The Hyatt turned out to be unavailable. It's the Aman.", probes.Kept},
		{"adjective behind", hotel, "Aman; Hyatt, original choice", probes.Stale},
		{"adjective right behind", hotel, "Aman, the Hyatt (original plan)", probes.Kept},
		{"adjective of the next item", hotel, "- Aman\n- Hyatt\n- original guests: 2", probes.Stale},
		{"in brackets", hotel, "- Aman\n- Hyatt (where we first had the old booking)", probes.Kept},
		{"a decimal ends no sentence", hotel, "It was, at 1.5 times the price, the Hyatt. Now it's the Aman.", probes.Kept},
		{"newest is marked", hotel, "1. Hyatt\n2. Aman (current)", probes.Kept},
		{"the old one claims to be", hotel, "1. Hyatt (current)\n2. Aman", probes.Stale},
		{"a hedge denies nothing", hotel, "I'm not sure, but I think it's the Hyatt.", probes.Stale},
		{"a denial", hotel, "It's the Aman, not the Hyatt.", probes.Kept},
		{"from begins a range", end, "The trip is from June 1 to June 14.", probes.Stale},
		{"from begins a short range", end, "The trip is from June 1-14.", probes.Stale},
		{"from and not to", end, "June 1-18, from June 14 before", probes.Kept},
		{"changed from a range", end, "June 1-18 (extended from June 1-14)", probes.Kept},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, sc.ScoreText(arena.LevelMemory, c.text)[c.probe].Result)
		})
	}
}

func TestInAConversationTheNewestMentionCounts(t *testing.T) {
	whole := record(nil, "", []arena.MessageIndex{1, 3, 5, 7})
	require.Equal(t, probes.Kept, score(t, whole)["budget"].At(arena.LevelContext).Result)
	old := record(nil, "", []arena.MessageIndex{1, 3, 5})
	require.Equal(t, probes.Stale, score(t, old)["budget"].At(arena.LevelContext).Result)
	notes := record(nil, "- budget: $5,000\n- budget: $8,500", []arena.MessageIndex{3})
	require.Equal(t, probes.Stale, score(t, notes)["budget"].At(arena.LevelContext).Result)
	fresh := record(nil, "- budget: $5,000", []arena.MessageIndex{7})
	require.Equal(t, probes.Kept, score(t, fresh)["budget"].At(arena.LevelContext).Result)
	again := record(nil, "- budget: $8,500", []arena.MessageIndex{1})
	require.Equal(t, probes.Stale, score(t, again)["budget"].At(arena.LevelContext).Result)
}

func TestDerivedIsKeptIfItsOperandsAre(t *testing.T) {
	require.Equal(t, probes.Kept, score(t, record(nil, "budget: $8,500; flight: $1,200", nil))["left"].At(arena.LevelContext).Result)
	require.Equal(t, probes.Lost, score(t, record(nil, "budget: $8,500", nil))["left"].At(arena.LevelContext).Result)
	require.Equal(t, probes.Kept, score(t, record(nil, "left over: $7,300", nil))["left"].At(arena.LevelContext).Result)
	require.Equal(t, probes.Kept, score(t, record(nil, "", nil, "", "", "7,300"))["left"].At(arena.LevelAnswer).Result)
	require.Equal(t, probes.Lost, score(t, record(nil, "", nil, "", "", "8,500 less 1,200"))["left"].At(arena.LevelAnswer).Result, "an answer has to answer")
}

func TestHistoricalProbesAreNeverStale(t *testing.T) {
	require.Equal(t, probes.Kept, score(t, record(nil, "", nil, "", "", "", "$5,000 at first"))["first-budget"].At(arena.LevelAnswer).Result)
}

func TestUnfinishedTrialsAreUnscored(t *testing.T) {
	sc, err := probes.NewScorer(trip())
	require.NoError(t, err)
	s := sc.Score(arena.Record{Outcome: arena.Failed})
	require.False(t, s.Passed)
	for _, f := range s.Findings {
		require.Len(t, f.Verdicts, 4)
		for _, v := range f.Verdicts {
			require.Equal(t, probes.Unscored, v.Result)
		}
	}
}

func TestRubric(t *testing.T) {
	sc, err := probes.NewScorer(trip())
	require.NoError(t, err)
	rec := record(nil, "", nil)
	s := sc.Score(rec)
	require.True(t, s.Passed)
	require.Equal(t, "090–8765–4321", s.Rubric[0].Why)
	rec.Final.Text = "Call 090-8765-43210."
	require.False(t, sc.Score(rec).Passed)
}

func TestVersionFollowsTheMatchers(t *testing.T) {
	a, err := probes.NewScorer(trip())
	require.NoError(t, err)
	changed := trip()
	changed.Facts[2].Value = text("8765")
	b, err := probes.NewScorer(changed)
	require.NoError(t, err)
	require.NotEqual(t, a.Version(), b.Version())
	reworded := trip()
	reworded.Turns[0].User = "Other words."
	c, err := probes.NewScorer(reworded)
	require.NoError(t, err)
	require.Equal(t, a.Version(), c.Version())
}

func TestNewScorerNamesWhatIsWrong(t *testing.T) {
	s := trip()
	s.Probes[0].Fact = "nope"
	_, err := probes.NewScorer(s)
	require.ErrorContains(t, err, `unknown fact "nope"`)
	s = trip()
	s.Facts[1].Value = arena.Pattern{Regex: "("}
	_, err = probes.NewScorer(s)
	require.ErrorContains(t, err, "fact flight")
}

func TestScoreText(t *testing.T) {
	sc, err := probes.NewScorer(trip())
	require.NoError(t, err)
	v := sc.ScoreText(arena.LevelMemory, "budget 8,500")
	require.Equal(t, probes.Kept, v[0].Result)
	require.Equal(t, probes.LegacyHit, v[0].Legacy)
	require.Equal(t, probes.Lost, v[1].Result)
	require.Equal(t, probes.LegacyNone, v[2].Legacy)
}

// What a search reads of a record is what the whole score says.
func TestAnswersAgreeWithTheScore(t *testing.T) {
	sc, err := probes.NewScorer(trip())
	require.NoError(t, err)
	replies := []string{"$8,500", "$5,000", "It was $5,000 and is $8,500 now.", "090-8765-4321", "$7,300", "I don't know.", ""}
	for _, a := range replies {
		for _, b := range replies {
			rec := record(nil, "", nil, a, b, b, a)
			rec.Probes[1].Stop = llm.StopLength
			rec.Final.Text = a
			score := sc.Score(rec)
			results, passed := sc.Answers(rec)
			require.Equal(t, score.Passed, passed)
			require.Len(t, results, len(score.Findings))
			for i, f := range score.Findings {
				require.Equal(t, f.At(arena.LevelAnswer).Result, results[i], f.Probe)
			}
		}
	}
	results, passed := sc.Answers(arena.Record{Outcome: arena.Truncated, Final: arena.Reply{Text: "090-8765-4321"}})
	require.Nil(t, results)
	require.False(t, passed)
}
