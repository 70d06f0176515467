package match

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// Any name may be in the plural, and any thing of two words, but no word.
func TestANameInThePlural(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[bdgkl][aeiou][bdgkl][aeiou]`).Draw(t, "word")
		name := strings.ToUpper(word[:1]) + word[1:]
		for _, p := range []string{name, "San " + name} {
			m, err := Compile(arena.Pattern{Text: p})
			require.NoError(t, err)
			require.Len(t, m.Find(words.Read("Eight "+p+"s, then.")), 1)
			require.Empty(t, m.Find(words.Read("Eight "+p+"ns, then.")))
		}
		m, err := Compile(arena.Pattern{Text: word})
		require.NoError(t, err)
		require.Empty(t, m.Find(words.Read("Eight "+word+"s, then.")))
		m, err = Compile(arena.Pattern{Text: "lemon " + word})
		require.NoError(t, err)
		require.NotEmpty(t, m.Find(words.Read("eight lemon "+word+"s, then.")))
	})
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		name, pattern, text string
		want                []string
	}{
		{"word", "Svelte", "we use svelte now", []string{"svelte"}},
		{"inside a word", "bus", "our business", nil},
		{"yes is not in eyes", "yes", "eyes, yesterday", nil},
		{"words", "Sarah Chen", "Dr. SARAH CHEN leads", []string{"SARAH CHEN"}},
		{"wrapped line", "Sarah Chen", "Sarah\nChen", []string{"Sarah\nChen"}},
		{"not across paragraphs", "Sarah Chen", "Sarah\n\nChen", nil},
		{"not across punctuation", "Sarah Chen", "Sarah, Chen", nil},
		{"hyphen for space", "widget A", "Widget-A", []string{"Widget-A"}},
		{"space for hyphen", "Widget-A", "widget a", []string{"widget a"}},
		{"no-break hyphen", "Widget-A", "Widget‑A", []string{"Widget‑A"}},
		{"longer word", "Widget-A", "Widget-AB", nil},
		{"emphasis", "Aman Tokyo", "**Aman** Tokyo", []string{"Aman** Tokyo"}},
		{"possessive", "Kenji", "Kenji's phone", []string{"Kenji"}},
		{"curly apostrophe", "can't make it", "she can’t make it", []string{"can’t make it"}},
		{"title without stop", "Dr Chen", "Dr. Chen", []string{"Dr. Chen"}},
		{"title with stop", "Dr. Chen", "Dr Chen", []string{"Dr Chen"}},
		{"number", "table 1", "Table 1: Alice", []string{"Table 1"}},
		{"longer number", "table 1", "table 12", nil},
		{"decimal number", "phase 2", "phase 2.5", nil},
		{"sentence end", "phase 2", "in phase 2.", []string{"phase 2"}},
		{"version", "TLS 1.3", "TLS 1.3 in transit", []string{"TLS 1.3"}},
		{"other version", "TLS 1.3", "TLS 1 3", nil},
		{"attached unit", "8 oz", "8oz", []string{"8oz"}},
		{"number in an identifier", "447", "UA447", nil},
		{"letters before digits", "UA", "UA447", nil},
		{"symbols", "C++", "in C++ or C#", []string{"C++"}},
		{"other symbol", "C#", "in C++", nil},
		{"ampersand", "R&D", "the R&D team", []string{"R&D"}},
		{"wide letters", "Tokyo", "Ｔｏｋｙｏ", []string{"Ｔｏｋｙｏ"}},
		{"decomposed", "café", "cafe\u0301", []string{"cafe\u0301"}},
		{"japanese", "東京", "明日東京へ", []string{"東京"}},
		{"sharp s", "straße", "STRASSE", []string{"STRASSE"}},
		{"repeated", "fire", "fire and fire", []string{"fire", "fire"}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, found(t, arena.Pattern{Text: c.pattern}, c.text)) })
	}
}

func TestIdentifier(t *testing.T) {
	for _, c := range []struct {
		name, id, text string
		want           []string
	}{
		{"exact", "RMC-2847", "patient RMC-2847.", []string{"RMC-2847"}},
		{"case", "RMC-2847", "rmc-2847", []string{"rmc-2847"}},
		{"no-break hyphen", "RMC-2847", "RMC‑2847", []string{"RMC‑2847"}},
		{"en dash", "RMC-2847", "RMC–2847", []string{"RMC–2847"}},
		{"space", "RMC-2847", "RMC 2847", []string{"RMC 2847"}},
		{"no mark", "RMC-2847", "RMC2847", []string{"RMC2847"}},
		{"other groups", "QX7-0055-182", "QX7 005 5182", []string{"QX7 005 5182"}},
		{"a short number in pieces", "8472", "84 72", nil},
		{"mobile in one piece", "07700-900361", "07700900361", []string{"07700900361"}},
		{"mobile in other groups", "07700-900361", "077 00 90 03 61", []string{"077 00 90 03 61"}},
		{"mobile, international", "07700-900361", "+44 7700 900361", []string{"+44 7700 900361"}},
		{"mobile, international with its zero", "07700-900361", "+44 (0)7700 900361", []string{"+44 (0)7700 900361"}},
		{"international in a text without", "+44-7700-900361", "07700 900 361", []string{"07700 900 361"}},
		{"a prefix that isn't known", "07700-900361", "+999 7700 900361", nil},
		{"a digit off", "07700-900361", "07700 900362", nil},
		{"a digit more", "07700-900361", "07700 9003610", nil},
		{"American in one piece", "646-555-0163", "6465550163", []string{"6465550163"}},
		{"American in brackets", "646-555-0163", "(646) 555-0163", []string{"(646) 555-0163"}},
		{"American, international", "646-555-0163", "+1 646 555 0163", []string{"+1 646 555 0163"}},
		{"code", "us-east-1", "region `us-east-1`", []string{"us-east-1"}},
		{"zone", "us-east-1", "us-east-1a", nil},
		{"longer", "us-east-1", "us-east-1-prod", nil},
		{"prefixed", "east-1", "us-east-1", nil},
		{"inside a passport number", "8472", "P-847291", nil},
		{"longer digits", "8472", "84721", nil},
		{"behind a hyphen", "8472", "P-8472", nil},
		{"alone", "8472", "code: 8472.", []string{"8472"}},
		{"bold", "8472", "**8472**", []string{"8472"}},
		{"decimal", "8472", "8472.50", nil},
		{"in thousands", "472", "8,472", nil},
		{"letters", "XKRM47", "code XKRM47", []string{"XKRM47"}},
		{"letters, longer", "UA44", "UA447", nil},
		{"phone", "090-8765-4321", "090-8765-4321", []string{"090-8765-4321"}},
		{"phone with spaces", "090-8765-4321", "090 8765 4321", []string{"090 8765 4321"}},
		{"phone with dots", "090-8765-4321", "090.8765.4321", []string{"090.8765.4321"}},
		{"phone in parentheses", "555-867-5309", "call (555) 867-5309", []string{"(555) 867-5309"}},
		{"other phone", "090-8765-4321", "090-1234-5678", nil},
		{"phone in a longer one", "555-0147", "1-555-0147", nil},
		{"short phone", "555-0147", "555 0147", []string{"555 0147"}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, found(t, arena.Pattern{Identifier: c.id}, c.text)) })
	}
}

func TestLegacy(t *testing.T) {
	require.True(t, legacyMatch("Widget-A: 1,500", []string{"widget-a", "500"}), "substrings count, that is the rule's flaw")
	require.False(t, legacyMatch("Widget-A: 1,500", []string{"widget-a", "1500"}))
	require.True(t, legacyMatch("P-847291", []string{"8472"}))
	require.False(t, legacyMatch("anything", nil))
}

func legacyMatch(text string, patterns []string) bool {
	return NewLegacy(patterns).In(strings.ToLower(text))
}

// However a phone number is cut into groups it is the same; with one digit off it never is.
func TestAnyPhoneHoweverGrouped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		digits := rapid.StringMatching(`0[1-9][0-9]{8,9}`).Draw(t, "digits")
		group := func(name, joints string) string {
			var out strings.Builder
			for at := 0; at < len(digits); {
				n := min(rapid.IntRange(2, 5).Draw(t, name), len(digits)-at)
				if len(digits)-at-n == 1 {
					n++
				}
				if at > 0 {
					out.WriteString(rapid.SampledFrom(strings.Split(joints, "")).Draw(t, name+" joint"))
				}
				out.WriteString(digits[at : at+n])
				at += n
			}
			return out.String()
		}
		m, err := Compile(arena.Pattern{Identifier: group("pattern", "-.")})
		require.NoError(t, err)
		for _, written := range []string{digits, group("text", " -."), "+44 " + digits[1:], "+44 (0)" + digits[1:], "0044" + digits[1:]} {
			read := words.Read("Call " + written + ", please.")
			spans := m.Find(read)
			require.Len(t, spans, 1, read.Source())
			require.Equal(t, written, read.Slice(spans[0]))

			at := rapid.IntRange(4, len(written)-1).Filter(func(i int) bool {
				return written[i] >= '0' && written[i] <= '9' && !strings.HasPrefix(written[i-1:], "(0)")
			}).Draw(t, "at")
			wrong := written[:at] + string('0'+(written[at]-'0'+byte(rapid.IntRange(1, 9).Draw(t, "off")))%10) + written[at+1:]
			require.Empty(t, m.Find(words.Read("Call "+wrong+", please.")), wrong)
			require.Empty(t, m.Find(words.Read("Call "+written+"7, please.")), "a digit more")
		}
	})
}

// A number may be told of the thing it numbers as a value of a key is, in a cell of its own too; another number may not, and
// nothing that is counted.
func TestNumberOfAThing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		thing := rapid.SampledFrom([]string{"box", "room", "bay", "shelf", "table", "floor"}).Draw(t, "thing")
		n := rapid.IntRange(2, 40).Draw(t, "n")
		m := MustCompile(text(fmt.Sprint(thing, " ", n)))
		for _, form := range []string{"%s %d", "%s: %d", "%s = %d", "%s #%d", "%s no. %d", "%s number %d", "| %s | %d |", "**%s:** %d", "stocks.%s: %d"} {
			require.Len(t, m.Find(words.Read(fmt.Sprintf(form, thing, n))), 1, form)
			require.Empty(t, m.Find(words.Read(fmt.Sprintf(form, thing, n+1))), form)
		}
		for _, form := range []string{"| %s | %d kg |", "%s, %d", "%ss: %d", "%s\n\n%d", "%s of %d"} {
			require.Empty(t, m.Find(words.Read(fmt.Sprintf(form, thing, n))), form)
		}
	})
}
