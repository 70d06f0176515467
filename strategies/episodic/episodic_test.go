package episodic

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/strategies/layertest"
	"contextarena.internal/strategies/pipeline"
)

// bank is what earlier sessions taught.
type bank []arena.Experience

func (b bank) Hash() string                    { return fmt.Sprint(len(b)) }
func (b bank) Experiences() []arena.Experience { return b }

var memoryModel = llm.Model{Provider: "sim", Name: "test"}

// taught is one session that began with texts and kept so many of a hundred facts of a kind.
func taught(t testing.TB, session, sessionType int, kind string, kept int, beginning ...string) arena.Experience {
	t.Helper()
	vectors, err := embed.Local{}.Embed(t.Context(), beginning)
	require.NoError(t, err)
	e := arena.Experience{Session: session, Model: memoryModel, Type: sessionType, Opening: centroid(vectors)}
	for i := range 100 {
		e.Outcomes = append(e.Outcomes, arena.CompressionOutcome{Cycle: 1, Kind: kind, Kept: i < kept, Question: kind + "/standard"})
	}
	return e
}

func episodicDefaults(t testing.TB) Layer {
	t.Helper()
	var e Layer
	strictyaml.Defaults(&e)
	return e
}

// sitting is a session of episodic over rlm: a cycle for each user message from the second on.
type sitting struct {
	*arenatest.Trial
	prompts []string
	learned arena.Experience
}

const (
	dedicatedCall = "You read a long conversation for the facts of one kind"
	listingCall   = "List the facts that the messages below state"
	verifyCall    = "These are the notes"
)

// item is a fact of a reply; without a kind, of a call for one.
func item(kind, what, value string) string {
	if kind == "" {
		return fmt.Sprintf(`{"what": %q, "value": %q}`, what, value)
	}
	return fmt.Sprintf(`{"kind": %q, "what": %q, "value": %q}`, kind, what, value)
}

func listing(items ...string) llm.Response {
	return llmtest.Say(`{"facts": [` + strings.Join(items, ", ") + `]}`)
}

// sit plays user messages; answer gives the memory model's replies.
func sit(t *testing.T, layer Layer, b arena.Bank, answer func(prompt string) llm.Response, users ...string) *sitting {
	t.Helper()
	base := pipeline.RLM{Questions: 5, Depth: 1, Cadence: pipeline.Cadence{CompressEvery: 2, RecentWindow: 1}, MaxTokens: 100}
	var mu sync.Mutex // calls of a cycle go out together
	s := &sitting{Trial: arenatest.Start(t, base, layertest.Replies{}.Client(map[string]int{}))}
	env := arena.Env{
		System: "You help.", Model: memoryModel, MemoryModel: memoryModel, Trace: s.Trial, Embedder: embed.Local{}, Bank: b,
		Tokens: func(s string) int { return len(strings.Fields(s)) },
		Client: llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
			mu.Lock()
			s.prompts = append(s.prompts, req.Messages[0].Text)
			mu.Unlock()
			return answer(req.Messages[0].Text), nil
		}),
	}
	if b != nil {
		env.Learned = func(e arena.Experience) { s.learned = e }
	}
	m, err := pipeline.Alone[Layer]{Base: base, Layer: layer}.Start(env)
	require.NoError(t, err)
	s.Memory = m
	index := 0
	for i, text := range users {
		for _, said := range []llm.Message{{Role: llm.User, Text: text}, {Role: llm.Assistant, Text: "Noted."}} {
			index++
			require.NoError(t, s.Observe(t.Context(), arena.Message{Message: said, Index: arena.MessageIndex(index), Turn: arena.Turn(i + 1)}))
		}
	}
	return s
}

// called are the prompts that begin so.
func (s *sitting) called(prefix string) []string {
	return slices.DeleteFunc(slices.Clone(s.prompts), func(p string) bool { return !strings.HasPrefix(p, prefix) })
}

var clinic = []string{
	"The patient number is TPC-40718 and the mobile is 07700 900318.", "Her knee is the bother, the clinic is the Harbour practice.", "Next visit to the clinic please.", "Thanks for now.",
}

// forgetful writes notes without identifiers; asked for them by themselves it finds one.
func forgetful(prompt string) llm.Response {
	switch {
	case strings.HasPrefix(prompt, listingCall):
		var items []string
		for _, f := range []statedFact{
			{"identifiers", "patient number", "TPC-40718"},
			{"identifiers", "mobile", "07700 900318"},
			{"names", "the clinic", "Harbour practice"},
			{"amounts", "fuel", "$40"},
			{"dates", "next visit", "Never"},
		} {
			if strings.Contains(prompt, f.Value) || f.Value == "Never" {
				items = append(items, item(f.Kind, f.What, f.Value))
			}
		}
		return listing(items...)
	case strings.HasPrefix(prompt, dedicatedCall):
		if strings.Contains(prompt, "TPC-40718") {
			return listing(item("", "patient number", "TPC-40718"), item("", "locker code", "ZZ-99999"))
		}
		return listing()
	case strings.HasPrefix(prompt, verifyCall):
		if strings.Contains(prompt, "- patient number: TPC-40718") {
			return listing(item("identifiers", "patient number", "TPC-40718"))
		}
		return listing()
	}
	return llmtest.Say("## ENTITIES\n- a patient of the Harbour practice with a knee")
}

func TestEpisodicWithoutBankAsksWhatRLMAsks(t *testing.T) {
	s := sit(t, episodicDefaults(t), nil, forgetful, clinic...)
	require.Len(t, s.prompts, len(s.Cycles))
	require.Empty(t, s.Warnings)
	for _, p := range s.prompts {
		require.True(t, strings.HasPrefix(p, "You keep the notes"))
	}
	_, err := episodicDefaults(t).Attach(arena.Env{})
	require.NoError(t, err, "nor does it need an embedder")
}

// The first session finds out what its notes lack, asks nothing more and reports no word of the
// conversation; the second, begun alike, asks for identifiers by themselves.
func TestEpisodicLearns(t *testing.T) {
	layer := episodicDefaults(t)
	first := sit(t, layer, bank{}, forgetful, clinic...)
	require.Empty(t, first.called(dedicatedCall))
	require.Equal(t, 1, first.learned.Type)
	require.Equal(t, memoryModel, first.learned.Model)
	lost, kept := 0, 0
	for _, o := range first.learned.Outcomes {
		if o.Kind == "identifiers" {
			require.False(t, o.Kept)
			require.Equal(t, "identifiers/standard", o.Question)
			lost++
		} else if o.Kept {
			kept++
		}
	}
	require.Equal(t, 2*len(first.Cycles), lost, "both identifiers, after every cycle")
	require.Positive(t, kept, "the practice is in the notes")
	report, err := json.Marshal(first.learned.Outcomes)
	require.NoError(t, err)
	for _, said := range []string{"TPC", "07700", "Harbour", "patient"} {
		require.NotContains(t, string(report), said)
	}

	b := bank{first.learned}
	b[0].Session = 1
	second := sit(t, layer, b, forgetful, clinic...)
	require.Equal(t, 1, second.learned.Type)
	require.Len(t, second.called(dedicatedCall), len(second.Cycles))
	require.Contains(t, layertest.LastText(t, second.Trial), "- patient number: TPC-40718")
	require.NotContains(t, layertest.LastText(t, second.Trial), "ZZ-99999", "nobody said that")
	require.Contains(t, strings.Join(second.Warnings, "\n"), "1 items of the list of identifiers that nobody said")
	require.True(t, slices.ContainsFunc(second.learned.Outcomes, func(o arena.CompressionOutcome) bool {
		return o.Kept && o.Question == "identifiers/dedicated"
	}))

	other := sit(t, layer, b, forgetful, "The launch is on Friday.", "The rocket has two stages.", "Fuel costs $40.", "Thanks.")
	require.Equal(t, 2, other.learned.Type, "another type of conversation has no experience")
	require.Empty(t, other.called(dedicatedCall))
	b[0].Model.Name = "another"
	require.Empty(t, sit(t, layer, b, forgetful, clinic...).called(dedicatedCall), "nor has another model")
}

func TestEpisodicIntensities(t *testing.T) {
	layer := episodicDefaults(t)
	for name, c := range map[string]struct {
		kept      int
		sections  bool
		dedicated bool
	}{
		"all kept":  {100, false, false},
		"some lost": {90, true, false},
		"many lost": {40, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := sit(t, layer, bank{taught(t, 1, 1, "dates", c.kept, clinic[:2]...)}, forgetful, clinic...)
			writes := s.called("You keep the notes")
			require.Equal(t, c.sections, strings.Contains(writes[0], "## DATES\n"))
			require.Equal(t, c.dedicated, len(s.called(dedicatedCall)) > 0)
		})
	}
}

// Whatever the memory model replies, the notes stay as they would be without the layer, and a
// warning says what was wrong.
func TestEpisodicBearsBadReplies(t *testing.T) {
	for name, c := range map[string]struct {
		reply llm.Response
		warns string
	}{
		"empty":            {llmtest.Say(""), "was empty"},
		"refused":          {llm.Response{Text: "I'm sorry, but I can't assist with that.", Stop: llm.StopEnd}, "can't be read or was refused"},
		"cut":              {llm.Response{Text: `{"facts": [{"kind": "identifiers", "what": "patient number", "value": "TPC-40718"}, {"kind`, Stop: llm.StopLength}, "was cut at its cap"},
		"another language": {llmtest.Say("患者番号は不明です。"), "can't be read"},
		"half JSON":        {llmtest.Say(`{"facts": [{"what": "XX-1`), "left out"},
		"an essay":         {llmtest.Say(strings.Repeat("Well, that depends on how you look at it. ", 40)), "can't be read"},
	} {
		t.Run(name, func(t *testing.T) {
			s := sit(t, episodicDefaults(t), bank{taught(t, 1, 1, "identifiers", 0, clinic[:2]...)}, func(prompt string) llm.Response {
				if strings.HasPrefix(prompt, "You keep the notes") {
					return forgetful(prompt)
				}
				return c.reply
			}, clinic...)
			require.Contains(t, strings.Join(s.Warnings, "\n"), c.warns)
			require.Contains(t, layertest.LastText(t, s.Trial), "- a patient of the Harbour practice with a knee")
			require.NotContains(t, layertest.LastText(t, s.Trial), "XX-1")
		})
	}
}

// A verification that was cut leaves open what it doesn't say, rather than calling it lost.
func TestEpisodicLeavesOpenWhatWasCut(t *testing.T) {
	s := sit(t, episodicDefaults(t), bank{}, func(prompt string) llm.Response {
		if strings.HasPrefix(prompt, verifyCall) {
			return llm.Response{Text: `{"facts": [` + item("identifiers", "mobile", "07700 900318") + `, {"kind": "ident`, Stop: llm.StopLength}
		}
		return forgetful(prompt)
	}, clinic...)
	for _, o := range s.learned.Outcomes {
		require.True(t, o.Kept)
	}
	require.NotEmpty(t, s.learned.Outcomes)
	require.Contains(t, strings.Join(s.Warnings, "\n"), "the verification was cut at its cap")
}

func TestEpisodicRefuses(t *testing.T) {
	require.ErrorContains(t, layertest.Alone[Layer](t, "augmented_below: 0.5, dedicated_below: 0.6").Check(), "dedicated_below 0.6 is above augmented_below 0.5")
	_, err := episodicDefaults(t).Attach(arena.Env{Bank: bank{}})
	require.ErrorContains(t, err, "needs an embedder")
}

func TestStatedFacts(t *testing.T) {
	var s stated
	s.add([]statedFact{{"amounts", "the budget", "$10M"}, {"identifiers", "code", "RX-20417"}})
	s.add([]statedFact{{"changes", "budget", "$12M"}})
	require.Empty(t, s.of("amounts"), "what was replaced isn't looked for")
	require.Equal(t, []string{"$12M"}, s.of("changes"))
	for i := range 50 {
		s.add([]statedFact{{"identifiers", fmt.Sprintf("order %d", i), fmt.Sprintf("QW-%05d", i)}})
	}
	require.Len(t, s.of("identifiers"), mostOfKind)
	require.Equal(t, "QW-00049", s.of("identifiers")[mostOfKind-1], "those stated last")
}

func TestFindings(t *testing.T) {
	var s findings
	tokens := func(s string) int { return len(strings.Fields(s)) }
	s.add(finding{1, "budget", "$10M"})
	s.add(finding{0, "pass", "RX-20417"})
	s.add(finding{1, "the budget", "$12M"})
	require.NotContains(t, s.text(), "$10M", "of one thing the newest value alone stands")
	require.Less(t, strings.Index(s.text(), "RX-20417"), strings.Index(s.text(), "$12M"), "in the order of the kinds")
	for i := range 60 {
		s.add(finding{3, fmt.Sprintf("person %d", i), fmt.Sprintf("Ana %d", i)})
	}
	require.Positive(t, s.fit(60, tokens))
	require.LessOrEqual(t, tokens(s.text()), 60)
	require.Contains(t, s.text(), "Ana 59", "those found longest ago went")
	require.NotContains(t, s.text(), "$12M")
}

// Q is a share; it is the prior's where nothing is known; better outcomes never lower it; and the order
// of outcomes and sessions doesn't matter.
func TestWorth(t *testing.T) {
	session := rapid.Custom(func(t *rapid.T) arena.Experience {
		return arena.Experience{
			Session: rapid.IntRange(1, 9).Draw(t, "session"), Type: rapid.IntRange(1, 2).Draw(t, "type"),
			Outcomes: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) arena.CompressionOutcome {
				return arena.CompressionOutcome{Kind: rapid.SampledFrom([]string{"dates", "names"}).Draw(t, "kind"), Kept: rapid.Bool().Draw(t, "kept")}
			}), 0, 12).Draw(t, "outcomes"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		known := rapid.SliceOfN(session, 0, 6).Draw(t, "known")
		q := qValue(known, 1, "dates", 10)
		if q < 0 || q > 1+1e-12 {
			t.Fatal(q)
		}
		if got := qValue(known, 3, "dates", 10); got != 1 {
			t.Fatalf("of an unknown type %g, the prior is 1", got)
		}
		shuffled := rapid.Permutation(known).Draw(t, "shuffled")
		for i, x := range shuffled {
			shuffled[i].Outcomes = rapid.Permutation(x.Outcomes).Draw(t, "outcomes shuffled")
		}
		if got := qValue(shuffled, 1, "dates", 10); got < q-1e-9 || got > q+1e-9 {
			t.Fatalf("%g in another order, %g in this", got, q)
		}
		better := append(slices.Clone(known), arena.Experience{Session: 9, Type: 1, Outcomes: []arena.CompressionOutcome{{Kind: "dates", Kept: true}}})
		if got := qValue(better, 1, "dates", 10); got < q-1e-9 {
			t.Fatalf("%g after another one kept, %g before", got, q)
		}
	})
	old, young := arena.Experience{Session: 1, Type: 1, Outcomes: []arena.CompressionOutcome{{Kind: "dates"}}}, arena.Experience{Session: 3, Type: 1, Outcomes: []arena.CompressionOutcome{{Kind: "dates", Kept: true}}}
	require.InDelta(t, (4+0.9)/(4+0.729+0.9), qValue([]arena.Experience{old, young}, 1, "dates", 4), 1e-12, "(4 + 1·0.9 + 0·0.9³) / (4 + 0.9 + 0.9³)")
}

func TestTypes(t *testing.T) {
	known := []arena.Experience{{Type: 1, Opening: llm.Vector{1, 0}}, {Type: 2, Opening: llm.Vector{0, 1}}, {Type: 2, Opening: llm.Vector{0.6, 0.8}}}
	for name, c := range map[string]struct {
		opening llm.Vector
		want    int
	}{
		"near one":            {llm.Vector{1, 0}, 1},
		"near the centroid":   {llm.Vector{0.3, 0.95}, 2},
		"near none":           {llm.Vector{-1, 0}, 3},
		"nothing said":        {llm.Vector{0, 0}, 3},
		"of another embedder": {llm.Vector{1, 0, 0}, 3},
	} {
		require.Equal(t, c.want, typeOf(known, c.opening, 0.5), name)
	}
	require.Equal(t, 1, typeOf(nil, llm.Vector{1, 0}, -1), "the first")
	tie := []arena.Experience{{Type: 1, Opening: llm.Vector{1, 0}}, {Type: 2, Opening: llm.Vector{1, 0}}}
	require.Equal(t, 1, typeOf(tie, llm.Vector{1, 0}, 0.5), "a tie goes to the older type")
	require.Equal(t, llm.Vector{0, 0}, centroid([]llm.Vector{{1, 0}, {-1, 0}}), "vectors that cancel have no direction")
	require.Nil(t, centroid(nil))
}

// worstSession begins a session in which every kind is asked for by itself, with a memory model that
// repeats what it is shown.
func worstSession(t testing.TB, tokens func(string) int) (arena.Memory, *layertest.Trace) {
	t.Helper()
	layer := episodicDefaults(t)
	layer.TypeThreshold = -1
	b := bank{}
	for i, k := range factKinds {
		b = append(b, taught(t, i+1, 1, k.name, 0, "Item 1 costs $20 now."))
	}
	base := pipeline.RLM{}
	strictyaml.Defaults(&base)
	n, trace := 0, &layertest.Trace{}
	m, err := base.Under(arena.Env{
		MemoryModel: memoryModel, Trace: trace, Tokens: tokens, Embedder: embed.Local{}, Bank: b, Learned: func(arena.Experience) {},
		Client: llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
			var items []string
			for line := range strings.Lines(req.Messages[0].Text) {
				if strings.HasPrefix(line, "user: ") {
					n++
					items = append(items, item("amounts", fmt.Sprintf("item %d", n), strings.TrimSpace(strings.TrimPrefix(line, "user: "))))
				}
			}
			return listing(items...), nil
		}),
	}, layer)
	require.NoError(t, err)
	return m, trace
}

// A long session keeps to its budgets.
func TestEpisodicStaysBounded(t *testing.T) {
	m, trace := worstSession(t, func(s string) int { return len(strings.Fields(s)) })
	half := 0
	talk := layertest.LongTalk()
	for i, message := range talk {
		if i == len(talk)/2 {
			half = trace.Longest
		}
		require.NoError(t, m.Observe(t.Context(), message))
	}
	require.Positive(t, half)
	require.Less(t, trace.Longest, half+half/10)
	require.Positive(t, trace.Warnings, "what was dropped is counted")
}

// BenchmarkEpisodic is our own time for one message with experience, and the longest one took.
func BenchmarkEpisodic(b *testing.B) {
	tokens := tokens.NewCounter().Count
	tokens("its tables are set up now")
	talk := layertest.LongTalk()
	slowest := time.Duration(0)
	var m arena.Memory
	for i := 0; b.Loop(); i++ {
		if i%len(talk) == 0 {
			b.StopTimer()
			m, _ = worstSession(b, tokens)
			b.StartTimer()
		}
		before := b.Elapsed()
		if err := m.Observe(b.Context(), talk[i%len(talk)]); err != nil {
			b.Fatal(err)
		}
		slowest = max(slowest, b.Elapsed()-before)
	}
	b.ReportMetric(float64(slowest.Microseconds())/1000, "slowest-ms")
}
