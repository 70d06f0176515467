package regex_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/internal/sandbox/regex"
)

func free(int) error { return nil }

// matches are all matches of a pattern in a text, as text, with sep between them.
func matches(t require.TestingT, pattern, flags, text, sep string) string {
	re, err := regex.Compile(pattern, flags)
	require.NoError(t, err, pattern)
	in := regex.Text(text)
	var all []string
	for at := 0; at <= len(in); {
		m, err := re.Match(in, at, false, free)
		require.NoError(t, err)
		if m == nil {
			break
		}
		var groups []string
		for g := range re.Groups {
			if m[2*g] < 0 {
				groups = append(groups, "-")
				continue
			}
			groups = append(groups, string(in[m[2*g]:m[2*g+1]]))
		}
		all = append(all, fmt.Sprintf("%d %s", m[0], strings.Join(groups, ",")))
		if at = int(m[1]); m[1] == m[0] {
			at++
		}
	}
	return strings.Join(all, sep)
}

// What ECMAScript says, where engines have been known to differ.
func TestMatches(t *testing.T) {
	for _, c := range []struct{ pattern, flags, text, want string }{
		{`\$?(\d{1,3}(?:,\d{3})*)`, "", "costs $5,000 or 12", "6 $5,000,5,000 16 12,12"},
		{`\d+(?=\s*USD)`, "", "5 EUR, 60 USD", "7 60"},
		{`(?<=\$)\d+`, "", "5 $60", "3 60"},
		{`(?<!\$)\b\d+`, "", "5 $60", "0 5"},
		{`(?<=([a-z])([a-z]))!`, "", "ab!", "2 !,a,b"},
		{`(z)((a+)?(b+)?(c))*`, "", "zaacbbbcac", "0 zaacbbbcac,z,ac,a,-,c"},
		{`(?=(a+))a*b\1`, "", "baaabac", "3 aba,a"},
		{`(.*?)a(?!(a+)b\2c)\2(.*)`, "", "baaabaac", "0 baaabaac,ba,-,abaac"},
		{`(a*)*`, "", "b", "0 ,- 1 ,-"},
		{`(?:a|ab)(?:c|bcd)(d*)`, "", "abcd", "0 abcd,"},
		{`(["']).*?\1`, "", `say "it's" 'x'`, `4 "it's"," 11 'x','`},
		{`(?<y>\d{4})-(?<m>\d\d) \k<m>`, "", "2024-05 05", "0 2024-05 05,2024,05"},
		{`^\w+$`, "m", "ab\ncd e\nfg", "0 ab 8 fg"},
		{`straße`, "i", "STRAßE", "0 STRAßE"},
		{`[^a-c\d]`, "i", "aB1x", "3 x"},
		{`[\s\S]`, "", "\n", "0 \n"},
		{`\p{Lu}\p{L}+`, "u", "an Élan", "3 Élan"},
		{`.`, "u", "😀", "0 😀"},
		{`a{2,3}?`, "", "aaaa", "0 aa 2 aa"},
		{`a{,2}`, "", "a{,2}", "0 a{,2}"},
		{`[]`, "", "x", ""},
		{`[^]`, "", "\n", "0 \n"},
		{`\bfoo\b`, "", "foo food", "0 foo"},
		{`x*`, "", "axx", "0  1 xx 3 "},
		{`\u0041\x42\103\0?`, "", "ABC", "0 ABC"},
		{`[a\-z]+`, "", "a-zb", "0 a-z"},
		{`(?:(?:){1000000000})x`, "", "x", "0 x"},
	} {
		require.Equal(t, c.want, matches(t, c.pattern, c.flags, c.text, " "), "/%s/%s", c.pattern, c.flags)
	}
}

func TestPatternsThatAreNone(t *testing.T) {
	for _, pattern := range []string{`(`, `)`, `[`, `*`, `a**`, `(?x)`, `a{2,1}`, `[b-a]`, `\`, `(?<n`, `^*`} {
		_, err := regex.Compile(pattern, "")
		require.ErrorContains(t, err, "invalid regular expression", pattern)
	}
	for _, pattern := range []string{`(?:a{1000}){1000}`, strings.Repeat("(", 300) + strings.Repeat(")", 300), strings.Repeat("a", 90_000)} {
		_, err := regex.Compile(pattern, "")
		require.ErrorIs(t, err, regex.ErrLarge)
	}
}

// The interpreter's own engine finds the same in patterns that models write.
func TestAgreesWithTheInterpreter(t *testing.T) {
	vm := goja.New()
	find, err := vm.RunString(`((p, f, s) => { const out = []; for (const m of [s.match(new RegExp(p, f))]) if (m) out.push(m.index + " " + m.map(x => x === undefined ? "-" : x).join(",")); return out.join(" ") })`)
	require.NoError(t, err)
	// Only first matches without assertions are compared: for others it uses an engine that misses "ab" in
	// /a?[^a]/g on "bab".
	call, _ := goja.AssertFunction(find)
	atom := rapid.SampledFrom([]string{"a", "b", "1", ".", `\d`, `\w`, `\s`, "[a-c]", "[^a]", `\b`, "(a|b)", "(?:ab|a)", "(b)", "^", "$", `,`})
	many := rapid.SampledFrom([]string{"", "", "", "+", "?", "{2}", "{1,2}", "+?"})
	rapid.Check(t, func(t *rapid.T) {
		var p strings.Builder
		for range rapid.IntRange(1, 5).Draw(t, "atoms") {
			a := atom.Draw(t, "atom")
			p.WriteString(a)
			if a != "^" && a != "$" && a != `\b` {
				p.WriteString(many.Draw(t, "times"))
			}
		}
		text := rapid.StringOfN(rapid.SampledFrom([]rune("aabbc1 ,\n")), 0, 12, -1).Draw(t, "text")
		flags := rapid.SampledFrom([]string{"", "i", "m"}).Draw(t, "flags")
		want, err := call(goja.Undefined(), vm.ToValue(p.String()), vm.ToValue(flags), vm.ToValue(text))
		require.NoError(t, err)
		got, _, _ := strings.Cut(matches(t, p.String(), flags, text, "\x00"), "\x00")
		require.Equal(t, want.String(), got, "/%s/%s in %q", p.String(), flags, text)
	})
}

func TestWhatBacktracksIsStopped(t *testing.T) {
	stop := errors.New("enough")
	for _, pattern := range []string{`(?=(x+x+)+y)`, `(a|a)*$`, `(x+)*y`, `^(\w+\s?)*$`, `(.*)(.*)(.*)(.*)(.*)[^x]`, `(x*)*\1y`} {
		var counts []int
		for range 2 {
			re, err := regex.Compile(pattern, "")
			require.NoError(t, err)
			n := 0
			_, err = re.Match(regex.Text(strings.Repeat("x", 40)+"a!"), 0, false, func(k int) error {
				if n += k; n > 1_000_000 {
					return stop
				}
				return nil
			})
			if n > 1_000_000 {
				require.ErrorIs(t, err, stop, pattern)
			}
			counts = append(counts, n)
		}
		require.Equal(t, counts[0], counts[1], pattern)
	}
	re, err := regex.Compile(`(?:x|y)*z`, "")
	require.NoError(t, err)
	_, err = re.Match(regex.Text(strings.Repeat("x", 1<<22)), 0, true, free)
	require.ErrorIs(t, err, regex.ErrDeep)
}
