package words_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/words"
)

// What an expression finds is what the regular expression finds, whatever the text.
func TestAnExpressionFindsWhatItsRegularExpressionDoes(t *testing.T) {
	for _, expr := range []string{
		`\b(?:not|n['’]t|never) (?:\w+ )?$`, `^[^.;]{0,9}\bbefore[.,]*$`, `(?:ab|c)?de`, `(?:ab|c)+d`, `x{2,3}y|zz`, `[ab]c`, `(?:a|)b`, `no|[^a-z]+`, `a.c|b*`, `(was|were)\W`, `prot[eé]g[eé]`, `~~|→`, ``,
		`\bno(t|w)?\b( zz)?`, `(?m)^no|\bw|→`, `\A(c|d)+\z|zz`, `(x|[n~])[^z]{0,3}z`, `before(?m:$)|\B[de]`, `(\bde|ab){2}`, `s?zz|é`, `k|S.`, `^[d,]*(?:no|zz)?$`, `\A|\bzz`, `(?m)^c?$`, `zz[^z]{0,3}`,
	} {
		e, re := words.MustExpression(expr), regexp.MustCompile("(?i)"+expr)
		same := func(t require.TestingT, text string) {
			require.Equal(t, re.MatchString(text), e.MatchString(text))
			require.Equal(t, re.FindString(text), e.FindString(text))
			require.Equal(t, re.FindStringIndex(text), e.FindStringIndex(text))
			require.Equal(t, re.FindAllString(text, -1), e.FindAllString(text, -1))
			require.Equal(t, re.FindAllStringIndex(text, -1), e.FindAllStringIndex(text, -1))
			require.Equal(t, re.ReplaceAllString(text, "-"), e.ReplaceAllString(text, "-"))
			var spans []words.Span
			for _, at := range re.FindAllStringIndex(text, -1) {
				if at[1] > at[0] {
					spans = append(spans, words.Span{Start: at[0], End: at[1]})
				}
			}
			require.Equal(t, spans, words.Read(text).FindAll(e))
		}
		same(t, "n\n\nz\nnot\nzz\nno\nb\nzz\nno\nb\n\u212A\nzz\n") // matches reach over lines
		rapid.Check(t, func(t *rapid.T) {
			same(t, rapid.StringMatching(`(?:not|n't|NEVER|before|Was|were|no|zz|\n|\x{212A}|ſ|k|_|protégé|Protege|xxy|ab|cd|de|[a-d ,.~→]){0,9}`).Draw(t, "text"))
		})
	}
}
