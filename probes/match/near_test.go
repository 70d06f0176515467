package match

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

func text(s string) arena.Pattern { return arena.Pattern{Text: s} }

func texts(list ...string) []arena.Pattern {
	var out []arena.Pattern
	for _, w := range list {
		out = append(out, text(w))
	}
	return out
}

func nearOf(within int, of ...arena.Pattern) arena.Pattern {
	return arena.Pattern{Near: &arena.NearPattern{Of: of, Within: within}}
}

func TestNear(t *testing.T) {
	widget370 := nearOf(12, text("Widget-A"), numberOf("370", ""))
	widget370.Near.Not = texts("Widget-B")
	far := "label " + strings.Repeat("word ", 13) + "value"
	for _, c := range []struct {
		name string
		p    arena.Pattern
		text string
		want []string
	}{
		{"either order", nearOf(3, text("egg yolks"), numberOf("5", "")), "5 egg yolks", []string{"5 egg yolks"}},
		{"label first", nearOf(3, text("egg yolks"), numberOf("5", "")), "egg yolks: 5", []string{"egg yolks: 5"}},
		{"too far", nearOf(12, text("label"), text("value")), far, nil},
		{"just near enough", nearOf(13, text("label"), text("value")), far, []string{far}},
		{"default", nearOf(0, text("label"), text("value")), far, nil},
		{"numbers count as one word", nearOf(1, text("a1"), text("z")), "a1 $2,345.67 z", []string{"a1 $2,345.67 z"}},
		{"smallest", nearOf(12, text("a"), text("b")), "a a b b", []string{"a b"}},
		{"both sides", nearOf(12, text("a"), text("b")), "a b a", []string{"a b", "b a"}},
		{"between is barred", widget370, "Widget-A, Widget-B: 370", nil},
		{"not between is fine", widget370, "Widget-A: 370, Widget-B: 5", []string{"Widget-A: 370"}},
		{"other paragraph", nearOf(12, text("label"), text("value")), "label\n\nvalue", nil},
		{"same paragraph", nearOf(12, text("label"), text("value")), "label\nvalue", []string{"label\nvalue"}},
		{"other list item", nearOf(12, text("label"), text("value")), "- label\n- value", nil},
		{"other row", nearOf(12, text("label"), text("value")), "| label | x |\n| value | y |", nil},
		{"row", nearOf(12, text("label"), text("value")), "| label | **value** |", []string{"label | **value"}},
		{"three", nearOf(2, text("a"), text("b"), text("c")), "c x x b x a", []string{"c x x b x a"}},
		{"three, a gap too wide", nearOf(1, text("a"), text("b"), text("c")), "c x x b x a", nil},
		{"three, one missing", nearOf(9, text("a"), text("b"), text("c")), "a b", nil},
		{"ranges", nearOf(3, numberOf("145000", "usd"), numberOf("175000", "usd")), "pay: $145k-$175k", []string{"$145k-$175k"}},

		{"heading", nearOf(3, text("Hotel"), text("Aman")), "# Hotel\n\nThe Aman.", []string{"Aman"}},
		{"bold line", nearOf(3, text("Table 1"), text("Grace")), "**Table 1 (6 guests)**\n- Alice\n- Grace\n", []string{"Grace"}},
		{"colon", nearOf(3, text("Table 1"), text("Grace")), "Table 1:\n- Alice\n- Grace\n", []string{"Grace"}},
		{"next colon", nearOf(3, text("Table 1"), text("Grace")), "Table 1:\n- Alice\nTable 2:\n- Grace\n", nil},
		{"next heading", nearOf(3, text("Hotel"), text("Aman")), "# Hotel\nHyatt\n# Bars\nAman", nil},
		{"deeper heading", nearOf(3, text("Hotel"), text("Aman")), "# Hotel\n## Name\nAman", []string{"Aman"}},
		{"nested item", nearOf(3, text("Hotel"), numberOf("500", "usd")), "- Hotel\n  - name\n  - $500\n", []string{"$500"}},
		{"sibling item", nearOf(3, text("Hotel"), numberOf("500", "usd")), "- Hotel\n- $500\n", nil},
		{"bullets under a number", nearOf(3, text("Table 1"), text("Grace")), "1. Table 1:\n- Grace\n2. Table 2:\n- Bob", []string{"Grace"}},
		{"bullets under the next number", nearOf(3, text("Table 1"), text("Bob")), "1. Table 1:\n- Grace\n2. Table 2:\n- Bob", nil},
		{"bullets under a number without a colon", nearOf(3, text("Salmon"), text("14 minutes")), "1) Salmon\n- Oven: hot\n- Time: 14 minutes\n\n2) Beans\n- Time: 9 minutes", []string{"14 minutes"}},
		{"bullets under the number before", nearOf(3, text("Salmon"), text("9 minutes")), "1) Salmon\n- Oven: hot\n\n2) Beans\n- Time: 9 minutes", nil},
		{"two lead-ins up", nearOf(2, text("Tokyo"), text("Aman")), "# Tokyo\nHotel:\n- Aman", []string{"Aman"}},
		{"barred in the lead-in", widget370, "Widget-A and Widget-B:\n- 370", nil},
		{"barred by a lead-in between", widget370, "# Widget-A\nWidget-B:\n- 370", nil},
		{"far in the item", nearOf(2, text("Table 1"), text("Grace")), "Table 1:\n- Alice, Bob, Carol, Grace", nil},
		{"far in the lead-in", nearOf(2, text("Table 1"), text("Grace")), "Table 1 has these six guests:\n- Grace", nil},
		{"list marker isn't a word", nearOf(1, text("plan"), text("Grace")), "The plan now:\n1. Grace", []string{"Grace"}},
		{"paragraph after the list", nearOf(5, text("Table 1"), text("Grace")), "Table 1:\n- Bob\n\nGrace is out.", nil},
		{"column", nearOf(3, text("Guests"), text("Grace")), "| Table | Guests |\n|---|---|\n| 1 | Grace |", []string{"Grace"}},
		{"other column", nearOf(3, text("Table"), text("Grace")), "| Table | Guests |\n|---|---|\n| 1 | Grace |", nil},
		{"title of a table", nearOf(3, text("Seats"), text("Grace")), "## Seats\n| Table | Guests |\n|---|---|\n| 1 | Grace |", []string{"Grace"}},
		{"windows lines", nearOf(3, text("Hotel"), text("Aman")), "Hotel:\r\n- Aman\r\n", []string{"Aman"}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, found(t, c.p, c.text)) })
	}
}

// What leads a block in stands before each of its lines and sentences, however many there are, and a word before one of them
// before no other.
func TestLeadInOfEveryLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lead := rapid.SampledFrom([]string{"# Label\n", "**Label**\n", "Label:\n"}).Draw(t, "lead")
		lines := rapid.SliceOfN(rapid.SampledFrom([]string{"One two three four five.", "Six seven, eight, nine and ten!", "Dr. Who was there.", "+500 first\n"}), 1, 6).Draw(t, "lines")
		body := strings.Join(lines, " ")
		m, err := Compile(nearOf(4, text("label"), text("value")))
		require.NoError(t, err)
		require.Len(t, m.Find(words.Read(lead+body+" Three words and value")), 1, body)
		require.Empty(t, m.Find(words.Read(lead+body+" Here are four words and value")), body)
		require.Empty(t, m.Find(words.Read("x\n\nlabel one two three four. "+body+" a value")), body)
	})
}

func TestSection(t *testing.T) {
	section := func(match arena.Pattern) arena.Pattern {
		return arena.Pattern{Section: &arena.SectionPattern{Start: text("table 1"), Until: texts("table 2", "table 3"), Match: match}}
	}
	chart := "Table 1: Alice, Grace\nTable 2: Frank\n"
	require.Equal(t, []string{"Grace"}, found(t, section(text("Grace")), chart))
	require.Empty(t, found(t, section(text("Frank")), chart))
	require.Empty(t, found(t, section(text("Grace")), "no table, but Grace"))

	absent := section(arena.Pattern{None: texts("Frank")})
	require.Equal(t, []words.Span{{}}, mustCompile(t, absent).Find(words.Read(chart)))
	require.Empty(t, mustCompile(t, absent).Find(words.Read("Table 1: Frank")))
	require.Empty(t, mustCompile(t, absent).Find(words.Read("no tables")))

	twice := "Table 1: Alice\nTable 2: Bob\nTable 1: Grace"
	require.Equal(t, []words.Span{{Start: 37, End: 42}}, mustCompile(t, section(text("Grace"))).Find(words.Read(twice)))
}

func TestGroups(t *testing.T) {
	either := arena.Pattern{Any: append(texts("none"), numberOf("0", ""))}
	require.Equal(t, []string{"0"}, found(t, either, "Gizmo-Z: 0"))
	require.Equal(t, []string{"None"}, found(t, either, "None left"))
	require.Nil(t, mustCompile(t, either).Find(words.Read("10 left")))

	both := arena.Pattern{All: texts("Jefferson", "Peter Pan")}
	require.Equal(t, []string{"Peter Pan", "Jefferson"}, found(t, both, "Peter Pan at Jefferson"))
	require.Nil(t, mustCompile(t, both).Find(words.Read("at Jefferson")))

	absent := arena.Pattern{All: append(texts("Grace"), arena.Pattern{None: texts("Frank")})}
	require.Equal(t, []string{"Grace"}, found(t, absent, "Alice, Grace"))
	require.Nil(t, mustCompile(t, absent).Find(words.Read("Grace, Frank")))

	require.Equal(t, []string{"TABLE 7"}, found(t, arena.Pattern{Regex: "tables? [0-9]+"}, "TABLE 7"))
	require.Nil(t, mustCompile(t, arena.Pattern{Regex: "x*"}).Find(words.Read("abc")))
}

func TestCompileErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		p    arena.Pattern
		want string
	}{
		{"empty", arena.Pattern{}, "pattern is empty"},
		{"two forms", arena.Pattern{Text: "a", Regex: "b"}, "more than one form: text, regex"},
		{"number", numberOf("1,000", ""), "number.value"},
		{"division by zero", numberOf("1/0", ""), "divides by zero"},
		{"unit", numberOf("1", "two words"), "number.unit"},
		{"tolerance", arena.Pattern{Number: &arena.NumberPattern{Value: "1", Tolerance: -1}}, "number.tolerance"},
		{"month", dateOf(0, 13, 1), "date: month 13"},
		{"day", dateOf(0, time.February, 30), "February has no day 30"},
		{"leap day", dateOf(2027, time.February, 29), "February 2027 has no day 29"},
		{"hour", arena.Pattern{Time: &arena.ClockPattern{Hour: 24}}, "time: 24:00"},
		{"no word", text("--"), "text: "},
		{"identifier", arena.Pattern{Identifier: "a b"}, "identifier: "},
		{"regex", arena.Pattern{Regex: "("}, "regex: "},
		{"member", arena.Pattern{Any: []arena.Pattern{text("a"), numberOf("x", "")}}, "any[1].number.value"},
		{"near of one", nearOf(1, text("a")), "near: 1 patterns"},
		{"near member", nearOf(1, text("a"), numberOf("x", "")), "near[1].number.value"},
		{"near none", nearOf(1, text("a"), arena.Pattern{None: texts("b")}), "near[1]: none has no place"},
		{"near not", arena.Pattern{Near: &arena.NearPattern{Of: texts("a", "b"), Not: []arena.Pattern{{}}}}, "near.not[0]"},
		{"section start", arena.Pattern{Section: &arena.SectionPattern{Match: text("a")}}, "section.start"},
		{"section match", arena.Pattern{Section: &arena.SectionPattern{Start: text("a")}}, "section.match"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Compile(c.p)
			require.ErrorContains(t, err, c.want)
		})
	}
	deep := text("a")
	for range 40 {
		deep = arena.Pattern{Any: []arena.Pattern{deep}}
	}
	_, err := Compile(deep)
	require.ErrorContains(t, err, "nested")
}

func TestFact(t *testing.T) {
	about := text("budget")
	f, err := CompileFact(arena.Fact{About: &about, Value: numberOf("8500", "usd")})
	require.NoError(t, err)
	answer, memory := words.Read("It is $8,500."), words.Read("The budget is $8,500.")
	require.Nil(t, f.Anchored.Find(answer))
	require.NotNil(t, f.Bare.Find(answer))
	require.Equal(t, "budget is $8,500", memory.Slice(f.Anchored.Find(memory)[0]))

	f, err = CompileFact(arena.Fact{Value: text("Svelte")})
	require.NoError(t, err)
	require.NotNil(t, f.Anchored.Find(words.Read("Svelte")))

	_, err = CompileFact(arena.Fact{Value: text("")})
	require.ErrorContains(t, err, "value: ")
	_, err = CompileFact(arena.Fact{About: &arena.Pattern{}, Value: text("a")})
	require.ErrorContains(t, err, "about: ")
	_, err = CompileFact(arena.Fact{Value: text("a"), Within: -1})
	require.ErrorContains(t, err, "within")
}
