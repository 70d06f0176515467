package tokens

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestGoldenTiktoken(t *testing.T) {
	dir := os.Getenv("GOLDEN_DIR")
	if dir == "" {
		dir = "testdata"
	}
	data, err := os.ReadFile(filepath.Join(dir, "tiktoken.json"))
	require.NoError(t, err)
	var golden struct {
		Topic string
		Cases []struct {
			Name     string
			Input    struct{ Text string }
			Expected map[string][]int
		}
	}
	require.NoError(t, json.Unmarshal(data, &golden))
	require.NotEmpty(t, golden.Cases)
	counter := NewCounter()
	for _, c := range golden.Cases {
		want, ok := c.Expected["o200k_base"]
		require.True(t, ok, c.Name)
		require.Equal(t, len(want), counter.Count(c.Input.Text), "%s: %q", c.Name, c.Input.Text)
	}
	t.Logf("%s: %d cases", golden.Topic, len(golden.Cases))
}

func TestCountLongStretches(t *testing.T) {
	c := NewCounter()
	for _, tt := range []struct {
		name, unit string
		n          int
		want       int
	}{
		{"a", "a", 100_000, 12_500},     // tokens of 8
		{"=", "=", 64_000, 1_000},       // tokens of 64
		{"spaces", " ", 128_000, 1_000}, // tokens of 128
		{"digits", "7", 99_999, 33_333},
		{"emoji", "👩", 10_000, 20_000},
		{"marked punctuation", "!\u0301", 20_000, 40_000},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Repeat(tt.unit, tt.n)
			require.InEpsilon(t, tt.want, c.Count(text), 0.02)
			short := strings.Repeat(tt.unit, 512/len(tt.unit))
			require.Equal(t, len(cutStretches(short, maxStretch)), 1, "512 bytes are counted whole")
		})
	}
}

func TestCutStretchesKeepsTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.Custom(func(t *rapid.T) string {
			return strings.Repeat(rapid.StringN(1, 3, -1).Draw(t, "unit"), rapid.IntRange(1, 400).Draw(t, "n"))
		})).Draw(t, "parts")
		text := strings.Join(parts, "")
		pieces := cutStretches(text, maxStretch)
		require.Equal(t, text, strings.Join(pieces, ""))
		for _, p := range pieces {
			require.True(t, utf8.ValidString(p))
		}
	})
}

func TestCountIsBoundedAndConcurrent(t *testing.T) {
	c := NewCounter()
	texts := make([]string, 300)
	want := make([]int, len(texts))
	for i := range texts {
		texts[i] = fmt.Sprintf("text %d %s", i, strings.Repeat("ab ", i%250)) // short and long ones
		want[i] = NewCounter().Count(texts[i])
	}
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(worker), 0))
			for range 3 * len(texts) {
				i := r.IntN(len(texts))
				if got := c.Count(texts[i]); got != want[i] {
					t.Errorf("%q: %d tokens, want %d", texts[i], got, want[i])
				}
			}
		})
	}
	wg.Wait()
	for i := range 400_000 { // 25 MB, were all kept
		remember(c, fmt.Sprintf("%300d", i), i)
	}
	require.Equal(t, 399_999, c.Count(fmt.Sprintf("%300d", 399_999)), "the newest is kept")
	require.LessOrEqual(t, counterBytes(c), 16<<20)
	require.Greater(t, counterBytes(c), 4<<20, "the cache is used")
}

func FuzzCount(f *testing.F) {
	f.Add("hello world")
	f.Add("<|endoftext|>\n \n\xff\xfe")
	f.Add(strings.Repeat("x", 2000))
	c := NewCounter()
	f.Fuzz(func(t *testing.T, text string) {
		n := c.Count(text)
		require.Equal(t, n, c.Count(text))
		require.Equal(t, text == "", n == 0)
		require.LessOrEqual(t, n, 3*len(text)) // a byte that isn't UTF-8 becomes the three of U+FFFD
	})
}

func BenchmarkCounter(b *testing.B) {
	short := "The venue costs $8,500 and holds 120 people. "
	for _, bb := range []struct{ name, text string }{
		{"short", short}, {"long", strings.Repeat(short, 100)},
	} {
		b.Run("new/"+bb.name, func(b *testing.B) {
			b.SetBytes(int64(len(bb.text)))
			c, i := NewCounter(), 0
			for b.Loop() {
				i++
				c.Count(fmt.Sprint(bb.text, i))
			}
		})
		b.Run("hit/"+bb.name, func(b *testing.B) {
			b.SetBytes(int64(len(bb.text)))
			b.ReportAllocs()
			c := NewCounter()
			for b.Loop() {
				c.Count(bb.text)
			}
		})
	}
}

// counterBytes is the size of what c keeps.
func counterBytes(c *Counter) int {
	n := 0
	for i := range c.shards {
		s := &c.shards[i]
		n += (len(s.young) + len(s.old)) * 64
	}
	return n
}

// remember makes c believe that text has n tokens.
func remember(c *Counter, text string, n int) {
	key, shard := c.place(text)
	shard.keep(key, n)
}
