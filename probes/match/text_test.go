package match

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// sample is a memory text of the usual kind.
const sample = `## Project Mercury
- **Budget:** $347,250 (exact), deadline March 15, 2027
- Lead: Dr. Sarah Chen; QA lead Marcus Williams, 85% of endpoints
- Salaries: backend $145k-$175k, frontend $130k–$160k

| Item | Count |
|------|-------|
| Widget-A | 370 |
| Gizmo-Z | **0** |

Kenji's phone is 090-8765-4321, dinner on June 10 at 6:30pm. Region us-east-1, patient RMC-2847.
1. Use 1 1/3 cups of mascarpone, 2½ cups of cream
2. Roast at 400°F for fifteen minutes
`

// patternsOfAllKinds holds a pattern of every form.
func patternsOfAllKinds() []arena.Pattern {
	return []arena.Pattern{
		text("Sarah Chen"), numberOf("347250", "usd"), dateOf(2027, time.March, 15),
		{Time: &arena.ClockPattern{Hour: 18, Minute: 30}},
		{Identifier: "090-8765-4321"},
		{Regex: "widget-[a-z]"},
		nearOf(5, text("Widget-A"), numberOf("370", "")),
		{Any: texts("Grace", "Kenji")},
		{All: texts("Mercury", "Lead")},
		{None: texts("Frank")},
		{Section: &arena.SectionPattern{Start: text("salaries"), Until: texts("item"), Match: numberOf("175000", "usd")}},
	}
}

func TestEveryKindMatchesTheSample(t *testing.T) {
	for i, p := range patternsOfAllKinds() {
		require.NotEmpty(t, mustCompile(t, p).Find(words.Read(sample)), "pattern %d", i)
	}
}

func TestReadOddTexts(t *testing.T) {
	odd := map[string]string{
		"empty": "", "space": " \n\t", "invalid": "\xff\xfe 500 \xc3(", "nul": "\x00", "bom": "\ufeff500", "marks": "\u0301\u0301",
	}
	for _, r := range []string{"1", "a", "-", " ", "\n", "|", "#", "*", "(", ",", ".", "½", "東", "1 ", "1-", "1,", "- a\n", "a:\n", "0 ", "twenty ", "June 1-", "1 June-", "a b c ", "a\n", "090 ", "two hundred and ", "Table 1: "} {
		odd["much "+strconv.Quote(r)] = strings.Repeat(r, 200_000/len(r))
	}
	deep := ""
	for i := range 600 {
		deep += strings.Repeat(" ", i) + "- a b\n"
	}
	odd["deep list"] = deep
	patterns := append(patternsOfAllKinds(), nearOf(5, text("a"), text("b"), text("c")), nearOf(500, text("a"), numberOf("1", "")))
	for name, s := range odd {
		t.Run(name, func(t *testing.T) {
			read := words.Read(s)
			for _, p := range patterns {
				requireSpans(t, read, mustCompile(t, p).Find(read))
			}
		})
	}
}

// requireSpans checks what Matcher promises.
func requireSpans(t require.TestingT, read *words.Text, spans []words.Span) {
	for i, s := range spans {
		require.True(t, s.Start >= 0 && s.Start <= s.End && s.End <= len(read.Source()), "span %v of %d bytes", s, len(read.Source()))
		if i > 0 {
			require.Negative(t, spans[i-1].Compare(s), "ascending")
		}
	}
	if spans != nil {
		require.NotEmpty(t, spans, "nil if there are none")
	}
}

func TestTextIsSafeForConcurrentUse(t *testing.T) {
	read := words.Read(sample)
	want := make([][]words.Span, 0)
	var matchers []Matcher
	for _, p := range patternsOfAllKinds() {
		matchers = append(matchers, mustCompile(t, p))
		want = append(want, matchers[len(matchers)-1].Find(read))
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i, m := range matchers {
				if got := m.Find(read); !slices.Equal(got, want[i]) {
					t.Errorf("matcher %d: %v, want %v", i, got, want[i])
				}
			}
		})
	}
	wg.Wait()
}

// writings are ways to write a whole number of dollars.
func writings(n int64) []string {
	plain := strconv.FormatInt(n, 10)
	commas := plain
	for i := len(plain) - 3; i > 0; i -= 3 {
		commas = commas[:i] + "," + commas[i:]
	}
	thousands := strings.TrimRight(strings.TrimRight(new(big.Rat).SetFrac64(n, 1000).FloatString(3), "0"), ".")
	millions := strings.TrimRight(strings.TrimRight(new(big.Rat).SetFrac64(n, 1_000_000).FloatString(6), "0"), ".")
	return []string{
		plain, commas, "$" + plain, "$" + commas, commas + " dollars", "USD " + commas, "$" + commas + ".00",
		"$" + thousands + "k", thousands + "K", thousands + " thousand dollars", "$" + millions + "M", "$" + millions + " million",
		"**$" + commas + "**", "(" + commas + ")", "about $" + commas + "/month", "value:" + plain + ",", "$" + commas + "–$" + strconv.FormatInt(n+1, 10),
	}
}

func TestNumberIsFoundHoweverWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, 99_999_999).Draw(t, "n")
		other := rapid.Int64Range(1, 99_999_999).Filter(func(m int64) bool { return m != n && m != n+1 }).Draw(t, "other")
		written := rapid.SampledFrom(writings(n)).Draw(t, "written")
		before := rapid.SampledFrom([]string{"", "it is ", "- ", "total: ", "| cost | "}).Draw(t, "before")
		after := rapid.SampledFrom([]string{"", ".", " in all", "\nand more", " |"}).Draw(t, "after")
		read := words.Read(before + written + after)
		find := func(n int64) []words.Span {
			m, err := Compile(numberOf(strconv.FormatInt(n, 10), "usd"))
			require.NoError(t, err)
			return m.Find(read)
		}
		require.Len(t, find(n), 1, read.Source())
		require.Empty(t, find(other), read.Source())
	})
}

func TestDateIsFoundHoweverWritten(t *testing.T) {
	layouts := []string{"January 2, 2006", "Jan 2, 2006", "2 January 2006", "2006-01-02", "1/2/2006", "01/02/2006", "Jan. 2", "January 2", "2006/01/02", "2-Jan-2006"}
	rapid.Check(t, func(t *rapid.T) {
		first := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
		days := rapid.IntRange(0, 5000)
		day := first.AddDate(0, 0, days.Draw(t, "day"))
		other := first.AddDate(0, 0, days.Draw(t, "other"))
		layout := rapid.SampledFrom(layouts).Draw(t, "layout")
		read := words.Read("by " + day.Format(layout) + ".")
		find := func(d time.Time) []words.Span {
			m, err := Compile(dateOf(d.Year(), d.Month(), d.Day()))
			require.NoError(t, err)
			return m.Find(read)
		}
		require.Len(t, find(day), 1, read.Source())
		if other.Format("0102") != day.Format("0102") {
			// Nothing says which number is the month.
			turned := strings.HasSuffix(layout, "2/2006") && other.Format("02 01 2006") == day.Format("01 02 2006")
			require.Equal(t, turned, len(find(other)) > 0, read.Source())
		}
	})
}

// drawPattern makes patterns that may or may not be valid.
func drawPattern(t *rapid.T, depth int) arena.Pattern {
	list := func() []arena.Pattern {
		var out []arena.Pattern
		for range rapid.IntRange(0, 4).Draw(t, "members") {
			out = append(out, drawPattern(t, depth-1))
		}
		return out
	}
	kinds := 11
	if depth == 0 {
		kinds = 6
	}
	word := rapid.SampledFrom([]string{"Widget-A", "a", "500", "1,000", "3/4", "June 1", "C++", "x-1", "-", "", "½", "東京", "\xff"})
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return text(word.Draw(t, "text"))
	case 1:
		return arena.Pattern{Number: &arena.NumberPattern{
			Value: rapid.StringMatching(`-?[0-9]{1,4}([./][0-9]{1,2})?`).Draw(t, "value"),
			Unit:  rapid.SampledFrom([]string{"", "usd", "oz", "m", "%", "people"}).Draw(t, "unit"), Tolerance: rapid.Float64Range(0, 9).Draw(t, "tolerance"),
		}}
	case 2:
		return dateOf(rapid.SampledFrom([]int{0, 2027}).Draw(t, "year"), time.Month(rapid.IntRange(0, 13).Draw(t, "month")), rapid.IntRange(0, 32).Draw(t, "day"))
	case 3:
		return arena.Pattern{Time: &arena.ClockPattern{Hour: rapid.IntRange(-1, 24).Draw(t, "hour"), Minute: rapid.IntRange(-1, 60).Draw(t, "minute")}}
	case 4:
		return arena.Pattern{Identifier: word.Draw(t, "identifier")}
	case 5:
		return arena.Pattern{Regex: rapid.SampledFrom([]string{"a+", "(", "[0-9]*", "^$", "."}).Draw(t, "regex")}
	case 6:
		return arena.Pattern{Any: list()}
	case 7:
		return arena.Pattern{All: list()}
	case 8:
		return arena.Pattern{None: list()}
	case 9:
		return arena.Pattern{Near: &arena.NearPattern{Of: list(), Not: list(), Within: rapid.IntRange(-1, 20).Draw(t, "within")}}
	}
	return arena.Pattern{Section: &arena.SectionPattern{Start: drawPattern(t, depth-1), Until: list(), Match: drawPattern(t, depth-1)}}
}

func TestAnyPattern(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, err := Compile(drawPattern(t, 3))
		if err != nil {
			require.Nil(t, m)
			return
		}
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{"Widget-A", "500", "$", "-", " ", "\n", "| ", "- ", ":", "3/4", "June ", "1", ",", "k", "pm", "½", "a", "x", "東京", "**", "twenty ", "."}), 0, 40)
		read := words.Read(strings.Join(pieces.Draw(t, "text"), ""))
		spans := m.Find(read)
		requireSpans(t, read, spans)
		require.Equal(t, spans, m.Find(read), "the same again")
	})
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{sample, "", "\xff5\xfe", "$145k-175k", "1 1/3–2½", "June 1-18, 2027", "2:30-4pm", "+81 90-1", "| a\n|-|\n| 5", "1.\n2) *3.* 4", "5º½°", "a''s"} {
		f.Add(s)
	}
	var matchers []Matcher
	for _, p := range patternsOfAllKinds() {
		matchers = append(matchers, mustCompile(f, p))
	}
	f.Fuzz(func(t *testing.T, s string) {
		read := words.Read(s)
		for _, m := range matchers {
			requireSpans(t, read, m.Find(read))
		}
	})
}

func FuzzCompile(f *testing.F) {
	f.Add("Widget-A", "1000", "usd", "a+")
	f.Add("C++", "1/3", "°F", "(")
	f.Add("", "-0.5", "", "\\pL")
	f.Fuzz(func(t *testing.T, word, value, unit, regex string) {
		read := words.Read(word + " " + value + " " + unit)
		for _, p := range []arena.Pattern{
			text(word),
			{Identifier: word},
			numberOf(value, unit),
			{Regex: regex},
			nearOf(3, text(word), numberOf(value, unit)),
			{None: []arena.Pattern{{Regex: regex}, {Text: unit}}},
		} {
			m, err := Compile(p)
			if err != nil {
				require.Nil(t, m)
				require.NotEmpty(t, err.Error())
				continue
			}
			requireSpans(t, read, m.Find(read))
		}
	})
}

func BenchmarkFind(b *testing.B) {
	read := words.Read(strings.Repeat(sample, 1+10_000/len(sample))[:10_000])
	names := []string{"text", "number", "date", "time", "identifier", "regex", "near", "any", "all", "none", "section"}
	for i, p := range patternsOfAllKinds() {
		m := mustCompile(b, p)
		b.Run(names[i], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Find(read)
			}
		})
	}
}
