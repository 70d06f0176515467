package embed_test

import (
	"context"
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
)

var update = flag.Bool("update", false, "write the golden vectors anew")

func one(t require.TestingT, text string) llm.Vector {
	vs, err := embed.Local{}.Embed(context.Background(), []string{text})
	require.NoError(t, err)
	return vs[0]
}

func dot(a, b llm.Vector) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// related are pairs on one subject each; the subjects differ.
var related = [][2]string{
	{"The plumber charges 480 euros for the new boiler.", "How much does the plumber want for the boiler?"},
	{"Grandma's cello teacher lives in Ostend.", "Which town does the cello teacher live in?"},
	{"We moved the dentist appointment to Thursday.", "When is my dentist appointment?"},
	{"The password of the guest wifi is on the fridge.", "Where did I put the wifi password for guests?"},
	{"Our parrot only eats sunflower seeds and mango.", "What do we feed the parrot, seeds or fruit?"},
	{"The marathon starts at the old lighthouse at dawn.", "Where does the marathon start?"},
	{"Kestrel Freight delivers the pallets on Mondays.", "On which day are the pallets delivered by Kestrel Freight?"},
	{"Invoice INV-20931 was paid twice by mistake.", "What happened to invoice INV-20931?"},
	{"The choir will sing Fauré's Requiem in November.", "Which requiem will the choir sing?"},
	{"Her thesis is about volcanic ash in lake sediments.", "What is the thesis on lake sediments about?"},
	{"The bakery ordered forty sacks of rye flour.", "How many sacks of flour did the bakery order?"},
	{"Tomasz is allergic to penicillin.", "Is anybody allergic to penicillin?"},
	{"The elevator in tower B is out of order again.", "Which elevator is out of order?"},
	{"My chess rating fell below 1900 last winter.", "What was my chess rating in winter?"},
	{"The satellite's antenna failed during the second orbit.", "Did the antenna of the satellite fail?"},
	{"They chose turquoise tiles for the swimming pool.", "What colour are the tiles of the pool?"},
	{"The museum lends us a Viking sword until spring.", "Until when does the museum lend us the sword?"},
	{"The bus to Harlow was forty minutes late.", "How late was the Harlow bus?"},
	{"Mr. Okafor signed the lease for the bookshop.", "Who signed the bookshop's lease?"},
	{"The vaccine must be stored at minus seventy degrees.", "At how many degrees is the vaccine stored?"},
}

func TestRelatedTextsAreNear(t *testing.T) {
	var texts []string
	for _, p := range related {
		texts = append(texts, p[0], p[1])
	}
	vs, err := embed.Local{}.Embed(t.Context(), texts)
	require.NoError(t, err)
	for i, p := range related {
		own := dot(vs[2*i], vs[2*i+1])
		require.Greater(t, own, 0.3, p)
		for j := range related {
			if j != i {
				require.Greater(t, own, 1.5*dot(vs[2*i], vs[2*j+1]), "%q is nearer to its own question than to %q", p[0], related[j][1])
			}
		}
	}
}

func TestTextsThatAreTheSame(t *testing.T) {
	for name, p := range map[string][2]string{
		"case":                 {"Boiler Room", "boiler room"},
		"plural":               {"two cats, three ladies", "two cat, three lady"},
		"possessive":           {"the captain's hat", "the captain hat"},
		"curly apostrophe":     {"don’t panic", "don't panic"},
		"commas in numbers":    {"1,250,000 crowns", "1250000 crowns"},
		"composed accents":     {"Caf\u00e9 Zo\u00eb", "Cafe\u0301 Zoe\u0308"},
		"punctuation":          {"yes -- (really)?!", "yes really"},
		"order":                {"dog bites man", "man bites dog"},
		"bytes of no encoding": {"a\xffb", "a b"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, one(t, p[1]), one(t, p[0]))
		})
	}
	for name, p := range map[string][2]string{
		"decimals":      {"3.5 metres", "3 5 metres"},
		"how often":     {"no no no yes", "no yes"},
		"short endings": {"gas", "ga"},
		"Han":           {"東京", "京都"},
	} {
		t.Run(name+" differ", func(t *testing.T) {
			require.NotEqual(t, one(t, p[1]), one(t, p[0]))
		})
	}
	require.Greater(t, dot(one(t, "東京"), one(t, "京都")), 0.4, "one character of two is common")
}

func TestTextsWithoutWords(t *testing.T) {
	for _, text := range []string{"", " \n", "?!… — 🙂", "\xff\xfe"} {
		require.Equal(t, make(llm.Vector, embed.Dimensions), one(t, text), "%q", text)
	}
	vs, err := embed.Local{}.Embed(t.Context(), nil)
	require.NoError(t, err)
	require.Empty(t, vs)
}

func TestEmbedStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := embed.Local{}.Embed(ctx, []string{"a"})
	require.ErrorIs(t, err, context.Canceled)
}

func TestVectorProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zA-Zéß0-9]{1,12}`), 1, 40).Draw(t, "words")
		v := one(t, strings.Join(words, " "))
		require.InDelta(t, 1, math.Sqrt(dot(v, v)), 1e-6)
		shuffled := rapid.Permutation(words).Draw(t, "shuffled")
		require.Equal(t, v, one(t, strings.Join(shuffled, ", ")))
	})
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.String(), 1, 5).Draw(t, "texts")
		vs, err := embed.Local{}.Embed(context.Background(), texts)
		require.NoError(t, err)
		for i, text := range texts {
			require.Len(t, vs[i], embed.Dimensions)
			require.Equal(t, one(t, text), vs[i], "whatever is embedded beside it")
			norm := dot(vs[i], vs[i])
			require.True(t, norm == 0 || math.Abs(norm-1) < 1e-6)
		}
	})
}

// Vectors are the same on every platform, but for the last bits of a logarithm.
func TestGoldenVectors(t *testing.T) {
	type vector struct {
		Text   string          `json:"text"`
		Values map[int]float64 `json:"values"` // those that aren't 0
	}
	path := filepath.Join("testdata", "vectors.json")
	if *update {
		var out []vector
		for _, text := range []string{
			"", "the", "The boiler room, the boiler!", "xyzzyx-42 don't 1,250.75", "Zoë isst Käse in 東京", related[7][0],
		} {
			values := map[int]float64{}
			for i, x := range one(t, text) {
				if x != 0 {
					values[i] = math.Round(float64(x)*1e6) / 1e6
				}
			}
			out = append(out, vector{text, values})
		}
		b, err := json.MarshalIndent(out, "", " ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, append(b, '\n'), 0o644))
	}
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	var cases []vector
	require.NoError(t, json.Unmarshal(b, &cases))
	require.NotEmpty(t, cases)
	t.Logf("local embeddings: %d cases", len(cases))
	for _, c := range cases {
		for i, x := range one(t, c.Text) {
			require.InDelta(t, c.Values[i], float64(x), 1e-6, "%q at %d", c.Text, i)
		}
	}
}

// Half of the common words' places would be wrong if signs or places leaned to one side.
func TestHashedWordsSpread(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var words []string
	for range 20_000 {
		w := make([]byte, 3+r.IntN(8))
		for i := range w {
			w[i] = byte('a' + r.IntN(26))
		}
		words = append(words, string(w))
	}
	at, positive := make([]float64, embed.Dimensions), 0
	vs, err := embed.Local{}.Embed(t.Context(), words)
	require.NoError(t, err)
	for _, v := range vs {
		i := slices.IndexFunc(v, func(x float32) bool { return x != 0 })
		at[i]++
		if v[i] > 0 {
			positive++
		}
	}
	require.InDelta(t, 0.5, float64(positive)/float64(len(words)), 0.02)
	expected := float64(len(words)) / embed.Dimensions
	chi := 0.0
	for _, n := range at {
		chi += (n - expected) * (n - expected) / expected
	}
	require.InDelta(t, embed.Dimensions-1, chi, 4*math.Sqrt(2*embed.Dimensions), "chi-squared of the places")
}

func BenchmarkEmbed(b *testing.B) {
	message := strings.TrimSpace(strings.Repeat(related[0][0]+" "+related[6][0]+" ", 3)) // 48 words
	texts := slices.Repeat([]string{message}, 64)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (embed.Local{}).Embed(b.Context(), texts); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*len(texts))/b.Elapsed().Seconds(), "texts/s")
}
