package llm_test

import (
	"testing"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/providers"
	"github.com/stretchr/testify/require"
)

func day(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}

func model(s string) llm.Model {
	m, err := providers.Parse(s)
	if err != nil {
		panic(err)
	}
	return m
}

func TestBuiltinPrices(t *testing.T) {
	p := llm.BuiltinPrices()
	for _, tt := range []struct {
		model                 string
		input, cached, output float64
		simulated             bool
	}{
		{"openai:gpt-5", 1.25, 0.125, 10, false},
		{"openai:gpt-5-mini", 0.25, 0.025, 2, false},
		{"openai:gpt-5-nano", 0.05, 0.005, 0.40, false},
		{"openai:gpt-5-nano-2025-08-07", 0.05, 0.005, 0.40, false},
		{"openai:gpt-4.1", 2, 0.5, 8, false},
		{"openai:gpt-4.1-mini", 0.4, 0.1, 1.6, false},
		{"openai:gpt-4.1-nano", 0.1, 0.025, 0.4, false},
		{"openai:gpt-4o", 2.5, 1.25, 10, false},
		{"openai:gpt-4o-mini", 0.15, 0.075, 0.6, false},
		{"openai:claude-haiku-4-5", 1, 0.1, 5, false},
		{"openai:claude-3-5-haiku", 0.8, 0.08, 4, false},
		{"openai:claude-sonnet-4-5", 3, 0.3, 15, false},
		{"ollama:llama3.2:1b", 0, 0, 0, false},
		{"sim:nano?carrying=off", 0.05, 0.005, 0.40, true},
		{"sim:mini", 1, 0.1, 5, true},
		{"sim:standard", 1.25, 0.125, 10, true},
	} {
		t.Run(tt.model, func(t *testing.T) {
			price, ok := p.Of(model(tt.model), time.Time{})
			require.True(t, ok)
			require.Equal(t, []float64{tt.input, tt.cached, tt.output}, []float64{price.Input, price.CachedInput, price.Output})
			require.Equal(t, tt.simulated, price.Simulated)
			require.Contains(t, price.Source, "https://")
			if tt.simulated {
				require.Contains(t, price.Note, "nominal price of ")
			}
		})
	}
}

func TestUnknownModelsHaveNoPrice(t *testing.T) {
	for _, name := range []string{"openai:gpt-5-nan", "openai:gpt-5-nano-2025-08-08", "openai:gpt-5-nano2", "openai:GPT-5-nano", "openai:*", "sim:gpt-5", "openai:nano"} {
		t.Run(name, func(t *testing.T) {
			_, ok := llm.BuiltinPrices().Of(model(name), time.Time{})
			require.False(t, ok)
		})
	}
}

func TestPriceOf(t *testing.T) {
	p, err := llm.LoadPrices("p.yaml", []byte(`
prices:
  - {provider: openai, model: m, aliases: [m-1], from: 2026-03-01, input: 3, output: 30}
  - {provider: openai, model: m, from: 2026-01-01, input: 1, output: 10}
  - {provider: openai, model: m, from: 2026-02-01, input: 2, cached_input: 0.5, output: 20}
`))
	require.NoError(t, err)
	for _, tt := range []struct {
		name, model, day string
		input            float64 // 0 for none
	}{
		{"newest", "openai:m", "", 3},
		{"long after", "openai:m", "2030-01-01", 3},
		{"on the day", "openai:m", "2026-02-01", 2},
		{"the day before", "openai:m", "2026-01-31", 1},
		{"before all", "openai:m", "2025-12-31", 0},
		{"alias has its own dates", "openai:m-1", "2026-02-15", 0},
		{"alias", "openai:m-1", "", 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var asOf time.Time
			if tt.day != "" {
				asOf = day(tt.day)
			}
			price, ok := p.Of(model(tt.model), asOf)
			require.Equal(t, tt.input > 0, ok)
			require.Equal(t, tt.input, price.Input)
		})
	}
	price, _ := p.Of(model("openai:m"), day("2026-01-01"))
	require.Equal(t, 1.0, price.CachedInput, "without a cached price, the full one")
}

func TestPriceUSD(t *testing.T) {
	p := llm.Price{Input: 2, CachedInput: 0.5, Output: 10}
	u := llm.Usage{Input: 1_000_000, CachedInput: 400_000, Output: 100_000, Reasoning: 50_000}
	require.InDelta(t, 3.0, p.USD(u), 1e-12)
	require.InDelta(t, 0.6*2+0.4*0.5+1, p.USDCached(u), 1e-12)
	u.CachedInput = 2_000_000 // a provider that counts wrong
	require.InDelta(t, 0.5+1, p.USDCached(u), 1e-12)
	require.Zero(t, p.USD(llm.Usage{}))
}

func TestPricesWith(t *testing.T) {
	over, err := llm.LoadPrices("p.yaml", []byte(`
prices:
  - {provider: openai, model: gpt-5, from: 2020-01-01, input: 9, output: 90, note: our contract}
  - {provider: openai, model: mine, from: 2020-01-01, input: 0, output: 0}
`))
	require.NoError(t, err)
	base := llm.BuiltinPrices()
	p := base.With(over)
	price, ok := p.Of(model("openai:gpt-5"), time.Time{})
	require.True(t, ok)
	require.Equal(t, 9.0, price.Input)
	require.Equal(t, "our contract", price.Note)
	_, ok = p.Of(model("openai:mine"), time.Time{})
	require.True(t, ok)
	price, _ = p.Of(model("openai:gpt-5-nano"), time.Time{})
	require.Equal(t, 0.05, price.Input, "others stay")
	price, _ = base.Of(model("openai:gpt-5"), time.Time{})
	require.Equal(t, 1.25, price.Input, "the base is not changed")
}

func TestLoadPricesReportsEveryMistake(t *testing.T) {
	for _, tt := range []struct {
		name, data string
		want       []string
	}{
		{"empty", "", []string{"the file is empty"}},
		{"no entries", "prices: []", []string{"no entries"}},
		{"no such field", "price: []", []string{`p.yaml:1:1: unknown field "price" (did you mean prices?`}},
		{"two documents", "prices: []\n---\nprices: []", []string{"a second document begins here"}},
		{"not YAML", "prices: [", []string{"prices: "}},
		{"many", `prices:
  - {provider: openai, model: a, from: 2026-01-01, input: 1, output: 2, inptu: 3}
  - {provider: openai, model: b, from: 01/02/2026, input: -1, output: .nan}
  - {provider: openai, model: c, from: 2026-01-01}
  - {model: d, from: 2026-01-01, input: 1, output: 1, aliases: [""]}
  - {provider: openai, model: e, from: 2026-01-01, input: one, output: 1}
  - {provider: openai, model: f, from: 2026-01-01, input: 1, output: 1, aliases: [f]}
  - {provider: openai, model: g, from: 2026-01-01, input: 1, cached_input: .inf, output: 1}
`, []string{
			`p.yaml:2:73: unknown field "inptu" (did you mean input? known: provider, model,`,
			`p.yaml:3:40: from: want a day or time such as 2026-11-02 or 2026-11-02 09:15 (UTC), have "01/02/2026"`,
			"p.yaml:3:59: input: ", "p.yaml:3:71: output: want a number, have .nan",
			`p.yaml:4:5: prices, item 3: field "input" is missing`, `p.yaml:4:5: prices, item 3: field "output" is missing`,
			`p.yaml:5:5: prices, item 4: field "provider" is missing`, "p.yaml:5:64: an alias is empty",
			`p.yaml:6:59: input: want a number, have "one"`,
			"p.yaml:7:5: openai:f has two prices from 2026-01-01",
			"p.yaml:8:76: cached_input: want a number, have .inf",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := llm.LoadPrices("p.yaml", []byte(tt.data))
			require.Error(t, err)
			for _, want := range tt.want {
				require.ErrorContains(t, err, want)
			}
		})
	}
}

func FuzzLoadPrices(f *testing.F) {
	f.Add([]byte("prices:\n  - {provider: openai, model: a, aliases: [b], from: 2026-01-01, input: 1, cached_input: 0.1, output: 2, simulated: true, source: s, note: n}"))
	f.Add([]byte("prices: [null, 1, {from: 2026-01-01}]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := llm.LoadPrices("p.yaml", data)
		require.Equal(t, err != nil, p == nil)
	})
}
