package probes_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

func TestHistory(t *testing.T) {
	const with, without = "Kenji: 090-8765-4321", "Kenji has a phone"
	all := []arena.MessageIndex{1, 2, 3, 4, 5, 6}
	for _, c := range []struct {
		name   string
		cycles []arena.CycleRecord
		want   []probes.Result
		lostAt int
	}{
		{"no cycle", nil, nil, 0},
		{"never exposed", []arena.CycleRecord{cycle(6, without, 1, 2)}, nil, 0},
		{"lost in the first cycle", []arena.CycleRecord{cycle(6, without, all...)}, []probes.Result{probes.Lost}, 1},
		{"begins with the exposing cycle", []arena.CycleRecord{cycle(4, without, 1), cycle(6, with, all[1:]...)}, []probes.Result{probes.Kept}, 0},
		{
			"back again",
			[]arena.CycleRecord{cycle(6, without, all...), cycle(7, with, 7), cycle(8, without, 8), cycle(9, with)},
			[]probes.Result{probes.Lost, probes.Kept, probes.Lost, probes.Kept},
			0,
		},
		{
			"back again and lost",
			[]arena.CycleRecord{cycle(6, with, all...), cycle(7, without, 7), cycle(8, with, 8), cycle(9, without)},
			[]probes.Result{probes.Kept, probes.Lost, probes.Kept, probes.Lost},
			4,
		},
		{"empty memory", []arena.CycleRecord{cycle(6, with, all...), cycle(9, "")}, []probes.Result{probes.Kept, probes.Lost}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := score(t, record(c.cycles, "", nil))["phone"]
			require.Equal(t, c.want, f.History)
			require.Equal(t, c.lostAt, f.LostAt)
		})
	}
}

func TestHistoryOfAStaleAndADerivedValue(t *testing.T) {
	f := score(t, record([]arena.CycleRecord{
		cycle(7, "budget: $5,000; flight: $1,200", 1, 2, 3, 4, 5, 6, 7),
		cycle(8, "budget: $8,500; flight: $1,200", 8),
		cycle(9, "left: $7,300"),
	}, "", nil))
	require.Equal(t, []probes.Result{probes.Stale, probes.Kept, probes.Lost}, f["budget"].History)
	require.Equal(t, []probes.Result{probes.Lost, probes.Kept, probes.Kept}, f["left"].History, "all operands, then the value")
}

// The layers' own part is judged by itself, and the value that holds is there whatever else is: a list of changes has both.
func TestLayersVerdict(t *testing.T) {
	const notes = "\n\nKenji: 090-8765-4321; budget: $8,500"
	for part, want := range map[string]map[string]probes.Result{
		"":                                   {"budget": "", "phone": ""},
		"budget: $8,500":                     {"budget": probes.Kept, "phone": probes.Lost},
		"budget: $5,000":                     {"budget": probes.Stale, "phone": probes.Lost},
		"- budget: $5,000\n+ budget: $8,500": {"budget": probes.Kept, "phone": probes.Lost},
		"Kenji: 090-8765-4321":               {"budget": probes.Lost, "phone": probes.Kept},
	} {
		c := cycle(7, part+notes, 1, 2, 3, 4, 5, 6, 7)
		c.Layers.Bytes = len(part)
		found := score(t, record([]arena.CycleRecord{c}, "", nil))
		for probe, result := range want {
			require.Equal(t, result, found[probe].Layers, "%s in %q", probe, part)
		}
	}
	never := cycle(6, "Kenji: 090-8765-4321", 1, 2)
	never.Layers.Bytes = 5
	require.Empty(t, score(t, record([]arena.CycleRecord{never}, "", nil))["phone"].Layers, "it never left the window")
}

// The history, the verdict at the memory level, the cycle of a loss and its lines tell one story.
func TestHistoryAgreesWithTheRest(t *testing.T) {
	notes := rapid.SampledFrom([]string{"", "nothing", "budget: $5,000", "budget: $8,500", "Kenji: 090-8765-4321", "flight: $1,200\nbudget: $8,500", "budget $5,000, budget $8,500"})
	rapid.Check(t, func(r *rapid.T) {
		var cycles []arena.CycleRecord
		after := arena.MessageIndex(0)
		for range rapid.IntRange(0, 5).Draw(r, "cycles") {
			last := after
			after = arena.MessageIndex(rapid.IntRange(int(after), 9).Draw(r, "after"))
			c := cycle(after, notes.Draw(r, "notes"))
			for m := last + 1; m <= after; m++ {
				c.Left = append(c.Left, m)
			}
			cycles = append(cycles, c)
		}
		for _, f := range score(t, record(cycles, "", nil)) {
			memory := f.At(arena.LevelMemory).Result
			if f.Exposed == 0 {
				require.Empty(r, f.History)
				require.Zero(r, f.LostAt)
				require.Equal(r, probes.Unexposed, memory)
				continue
			}
			require.Len(r, f.History, len(cycles)-f.Exposed+1)
			require.Equal(r, memory, f.History[len(f.History)-1])
			require.Equal(r, memory == probes.Lost, f.LostAt > 0)
			require.Equal(r, f.LostAt > 0, f.Before != "")
			for i, result := range f.History {
				k := f.Exposed + i
				if f.LostAt > 0 && k >= f.LostAt {
					require.Equal(r, probes.Lost, result, "%s, cycle %d", f.Probe, k)
				}
				if k == f.LostAt-1 {
					require.NotEqual(r, probes.Lost, result, "%s, cycle %d", f.Probe, k)
				}
			}
		}
	})
}

func TestSuperseded(t *testing.T) {
	at := func(after ...arena.MessageIndex) map[string]*probes.Finding {
		var cycles []arena.CycleRecord
		for _, a := range after {
			cycles = append(cycles, cycle(a, "notes", 1))
		}
		return score(t, record(cycles, "", nil))
	}
	require.Equal(t, 2, at(6, 7, 9)["first-budget"].Superseded, "the new budget is message 7")
	require.Equal(t, 3, at(5, 6, 8)["first-budget"].Superseded)
	require.Zero(t, at(5, 6)["first-budget"].Superseded, "no cycle after it")
	require.Zero(t, at(6, 7, 9)["budget"].Superseded, "it holds to the end")

	again := trip()
	again.Facts = append(again.Facts, arena.Fact{ID: "same", Turn: 2, About: about("budget"), Value: dollars("5000"), Supersedes: "budget-1"})
	again.Facts[3].Supersedes = "same"
	sc, err := probes.NewScorer(again)
	require.NoError(t, err)
	f := sc.Score(record([]arena.CycleRecord{cycle(4, "notes", 1), cycle(7, "notes")}, "", nil)).Findings[3]
	require.Equal(t, 2, f.Superseded, "a repeated value supersedes nothing")

	derived := trip()
	derived.Facts = append(derived.Facts, arena.Fact{ID: "left-1", Turn: 2, About: about("left"), Value: dollars("3800"), DerivedFrom: []string{"budget-1", "flight"}})
	derived.Facts[4].Supersedes = "left-1"
	derived.Probes[2].Fact = "left-1"
	sc, err = probes.NewScorer(derived)
	require.NoError(t, err)
	f = sc.Score(record([]arena.CycleRecord{cycle(4, "notes", 1), cycle(7, "notes")}, "", nil)).Findings[2]
	require.Equal(t, 2, f.Superseded, "the turn of the last operand")
}

func TestWhatTheAnswerMentions(t *testing.T) {
	for answer, want := range map[string][2]bool{
		"$8,500":                             {true, false},
		"$5,000":                             {false, true},
		"I don't know.":                      {false, false},
		"The budget is $8,500 (was $5,000).": {true, false},
		"The budget is $5,000 and $8,500.":   {true, true},
	} {
		f := score(t, record(nil, "", nil, answer))["budget"]
		require.Equal(t, want, [2]bool{f.New, f.Old}, answer)
	}
	void := record(nil, "", nil, "$8,500")
	void.Probes[0].Stop = "length"
	require.False(t, score(t, void)["budget"].New)
}
