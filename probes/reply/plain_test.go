package reply_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/probes/reply"
	"contextarena.internal/words"
)

func TestPlain(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"as it is", "The room is R14.", "The room is R14."},
		{"nothing", "", ""},
		{"reasoning", "<think>R12?</think>R14", "R14"},
		{"reasoning without a beginning", "R12, or R14?</think>R14", "R14"},
		{"reasoning without an end", "<think>R12, or R14?", " "},
		{"reasoning in capitals", "<THINKING>R12</THINKING>R14", "R14"},
		{"two thoughts", "<think>a</think>R14<think>b</think>.", "R14 ."},
		{"a tag that is none of these", "<b>R14</b>", "<b>R14</b>"},
		{"answer tag", "So it must be R12 <answer>R14</answer> or so", "R14"},
		{"the last answer tag", "<answer>R12</answer><answer>R14</answer>", "R14"},
		{"a quotation", "> Hi,\n>\n\n> it's R14.", "Hi,\n\n\nit's R14."},
		{"half a quotation", "> Which?\nR14", "> Which?\nR14"},
		{"grouped as in code", "total = 96_000_000 + 1_5", "total = 96000000 + 1_5"},
		{"a day in Japanese", "宴会は2026年6月5日です。13月1日", "宴会は 5 June 2026 です。13月1日"},
		{"an amount in Italian", "L'open bar costa in tutto 2.700 dollari.", "L'open bar costa in tutto 2700 dollars."},
		{"answer line", "R12 was the old one.\nAnswer: R14", "R14"},
		{"answer line first", "Answer: R14\nR12 was the old one.", "R14\nR12 was the old one."},
		{"reasoning aloud", "Let me think. R12 was first. So R14.", "R14."},
		{"reasoning aloud, and no end", "Let me think about R12", "Let me think about R12"},
		{"one item", "- R14.", "R14."},
		{"numbered", "1. R14", "R14"},
		{"quoted and bold", "> **R14**", "R14"},
		{"two items", "- R14\n- R12", "- R14\n- R12"},
		{"a day that looks like a number", "1. Mai 2027", "1. Mai 2027"},
		{"nothing but a mark", "- -", "- -"},
		{"citation", "R14 [2], as said [Turn 3].【4†source】", "R14, as said."},
		{"JSON", `{"room": "R14"}`, "room: R14"},
		{"JSON answer", `{"thought": "R12?", "answer": "R14"}`, "R14"},
		{"JSON, old beside it", `{"room": "R14", "previous_room": "R12"}`, "room: R14"},
		{"JSON of numbers", `{"seats": 12400, "open": true, "note": null}`, "seats: 12400\nopen: true"},
		{"JSON, several answers", `{"answer": "R14", "final_answer": "R15"}`, "R15"},
		{"JSON in a fence", "Here:\n```json\n{\"room\": \"R14\"}\n```\nBye.", "room: R14"},
		{"JavaScript", `const a = {room: 'R14', seats: 5, /* c */};`, `const a = {room: 'R14', seats: 5, /* c */};`},
		{"JavaScript that is nearly JSON", "const a = {room: 'R14', // the big one\n seats: 5,};", "room: R14\nseats: 5"},
		{"broken JSON", `{"room": "R14"`, `{"room": "R14"`},
		{"spelled code", "It's P, dash, eight four seven two.", "It's P-8472."},
		{"spelled with tens", "Extension thirty-three ninety-one.", "Extension 3391."},
		{"a code or a time", "Eleven forty.", "1140 (11:40)."},
		{"a time", "At eleven forty, or eleven twenty in the morning.", "At eleven forty, or eleven twenty in the morning."},
		{"no code", "We have one, two or three of them.", "We have one, two or three of them."},
		{"initials and a name", "J. R. Ode", "J. R. Ode"},
		{"ordinal", "on the third floor", "on the third floor 3"},
		{"ordinal in digits", "on the 3rd floor", "on the 3rd floor 3"},
		{"ordinal of nothing", "the third of them", "the third of them"},
		{"a day behind its month is a date", "From March 3 on, until the 15th.", "From March 3 on, until the 15th."},
		{"a day before its month", "The 15th, counted from March 3 on.", "The March 15th, counted from March 3 on."},
		{"a day without a month", "until the 15th", "until the 15th"},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, reply.Plain(c.text)) })
	}
}

// In every language that is known, what is said of a value counts as in English.
func TestForeign(t *testing.T) {
	for _, c := range []struct {
		language, text, value, other string
		want                         reply.Standing
	}{
		{"German", "Es ist R14.", "R14", "", reply.Given},
		{"German", "Es ist nicht R14.", "R14", "", reply.Denied},
		{"German", "Drei Esslöffel.", "three tablespoons", "", reply.Given},
		{"German", "Hedda ist seine Schwester.", "sister", "", reply.Given},
		{"French", "Trois cuillères à soupe de beurre.", "three tablespoons", "", reply.Given},
		{"German", "Das ist nicht R12, sondern R14.", "R14", "R12", reply.Given},
		{"German", "Es ist jetzt R14, ursprünglich war es R12.", "R12", "R14", reply.Old},
		{"German", "Das ist R14 oder R12.", "R14", "R12", reply.Open},
		{"German", "Die Rechnung ist am 3. März 2027 fällig.", "3 March 2027", "", reply.Given},
		{"German", "Das sind 12.500,75 Euro für die Reise.", "12500.75", "", reply.Given},
		{"German", "Es ist um 14 Uhr in der Halle.", "14:00", "", reply.Given},
		{"Spanish", "No es R14, es la sala R12.", "R14", "R12", reply.Denied},
		{"Spanish", "Ahora es R14; antes era R12.", "R12", "R14", reply.Old},
		{"Spanish", "Es el 3 de marzo de 2027.", "3 March 2027", "", reply.Given},
		{"French", "C'est R14 dans le plan, et pas R12.", "R12", "R14", reply.Denied},
		{"French", "C'est le 3 mars 2027, selon vous.", "3 March 2027", "", reply.Given},
		{"Italian", "La sala è R14 e non R12.", "R12", "R14", reply.Denied},
		{"Portuguese", "A sala é R14 e não R12.", "R12", "R14", reply.Denied},
		{"Dutch", "Het is R14 en niet R12.", "R12", "R14", reply.Denied},
	} {
		t.Run(c.language+" "+c.text, func(t *testing.T) {
			require.True(t, reply.Foreign(c.text))
			require.Equal(t, []reply.Standing{c.want}, standings(room, c.text, c.value, c.other), reply.Plain(c.text))
		})
	}
	for _, text := range []string{"The room is R14.", "R14", "", "Die of shame", "It is in the Rue de la Paix."} {
		require.False(t, reply.Foreign(text), text)
	}
}

func TestNotes(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"prose", "- room: R14", "- room: R14"},
		{"keys", `{"keynote": {"room": {"name": "R14"}}}`, "- keynote room name: R14\n"},
		{"one thing", `{"keynote": {"room": "R14", "seats": 50}}`, "- keynote: room: R14, seats: 50\n"},
		{"words of a key", `{"keynoteRoom": "R14", "first_day-of": "May 3"}`, "- keynote Room: R14\n- first day of: May 3\n"},
		{"list", `{"rooms": ["R12", "R14"]}`, "- rooms R12: R14\n"},
		{"longer list", `{"rooms": ["R12", "R14", "R15"]}`, "- rooms: R12\n- rooms: R14\n- rooms: R15\n"},
		{"objects in a list", `[{"room": "R12"}, {"room": "R14"}]`, "- room: R12\n- room: R14\n"},
		{"in their order", `{"b": 1, "a": 2}`, "- b: 1\n- a: 2\n"},
		{"a number as it is written", `{"seats": 1.50}`, "- seats: 1.50\n"},
		{"separated by commas", "key,value\nroom,R14\nlist,\"a, b\"\ndue,March 9", "| key | value |\n|---|---|\n| room | R14 |\n| list | a, b |\n| due | March 9 |\n"},
		{"a bar in a field", "key,value\nroom,R|14\na,b\nc,d", "| key | value |\n|---|---|\n| room | R/14 |\n| a | b |\n| c | d |\n"},
		{"lines with commas", "one, two\nthree, four\nfive, six\nseven, eight", "one, two\nthree, four\nfive, six\nseven, eight"},
		{"few lines", "key,value\nroom,R14", "key,value\nroom,R14"},
		{"two values", `{"a": 1} {"b": 2}`, `{"a": 1} {"b": 2}`},
		{"in a fence", "Notes:\n```\n{\"room\": \"R14\"}\n```", "- room: R14\n"},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, reply.Notes(c.text)) })
	}
	deep := strings.Repeat(`{"a":`, 60) + "1" + strings.Repeat("}", 60)
	require.Equal(t, deep, reply.Notes(deep), "nested too deep to be read")
}

// Every scalar of any JSON is on a line with the last of its keys.
func TestNotesHaveEveryMember(t *testing.T) {
	key := rapid.StringMatching(`[a-z]{2,8}`)
	rapid.Check(t, func(t *rapid.T) {
		values := map[string]string{}
		var draw func(depth int) any
		draw = func(depth int) any {
			out := map[string]any{}
			for range rapid.IntRange(1, 4).Draw(t, "members") {
				k := key.Draw(t, "key")
				if out[k] != nil {
					continue
				}
				if depth > 0 && rapid.Bool().Draw(t, "nested") {
					out[k] = draw(depth - 1)
					continue
				}
				v := fmt.Sprintf("V%d", len(values))
				out[k], values[v] = v, k
			}
			return out
		}
		data, err := json.Marshal(draw(3))
		require.NoError(t, err)
		notes := reply.Notes(string(data))
		for v, k := range values {
			require.Regexp(t, `(?m)\b`+k+`: `+v+`\b`, notes)
		}
		fenced := reply.Notes("So:\n```json\n" + string(data) + "\n```\nThat is all.")
		require.Equal(t, notes, fenced)
	})
}

var digitWords = strings.Fields("zero one two three four five six seven eight nine")

// A code is the same however it is spelled out.
func TestAnyCodeThatIsSpelled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringMatching(`[B-HJ-Z]{1,3}`).Draw(t, "letters")
		digits := rapid.StringMatching(`[0-9]{3,6}`).Draw(t, "digits")
		var parts []string
		for _, l := range letters {
			parts = append(parts, string(l))
		}
		parts = append(parts, rapid.SampledFrom([]string{"dash", "hyphen"}).Draw(t, "dash"))
		for _, d := range digits {
			parts = append(parts, digitWords[d-'0'])
		}
		spelled := strings.Join(parts, rapid.SampledFrom([]string{" ", ", ", " - ", " . "}).Draw(t, "joint"))
		require.Equal(t, "The code is "+letters+"-"+digits+" now.", reply.Plain("The code is "+spelled+" now."))
	})
}

// A floor is found by its number, whichever ordinal names it.
func TestAnyOrdinalHasItsNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 99).Draw(t, "n")
		thing := rapid.SampledFrom([]string{"floor", "row", "gate", "table"}).Draw(t, "thing")
		plain := reply.Plain(fmt.Sprintf("It is on the %d%s %s.", n, suffix(n), thing))
		require.Equal(t, fmt.Sprintf("It is on the %d%s %s %d.", n, suffix(n), thing, n), plain)
	})
}

func suffix(n int) string {
	if n%100/10 != 1 && n%10 > 0 && n%10 < 4 {
		return []string{"st", "nd", "rd"}[n%10-1]
	}
	return "th"
}

// A day alone is of the month that was named before it.
func TestAnyDayBehindItsMonth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		month := time.Month(rapid.IntRange(1, 12).Draw(t, "month"))
		first, last := rapid.IntRange(1, 28).Draw(t, "first"), rapid.IntRange(1, 28).Draw(t, "last")
		read := words.Read(reply.Plain(fmt.Sprintf("We arrive on %s %d, and leave on the %d%s.", month, first, last, suffix(last))))
		var days []int
		for _, d := range read.Dates() {
			require.Equal(t, month, d.Month)
			days = append(days, d.Day)
		}
		require.Equal(t, []int{first, last}, days)
	})
}

// Any bytes are read, and what is found in them lies in them.
func FuzzPlain(f *testing.F) {
	for _, s := range []string{
		"", "\xff<think>", "</think>", "<answer>", "{\"a\": [1, {}]}", "```\n{a: 'b'}\n```", "P, dash, eight four", "am 3. März", "the 3rd floor", "not X but Y", "{\"\": \"\"}",
		"a = {x: '\\'\"'}", "twenty-", "the last day of", "March 3, the 4th", "[1]【", "Answer: **", "| a | b |\n|---|---|\n| ~~c~~ | d |", "**1) A**\n- b",
	} {
		f.Add(s, "What is the first answer?")
	}
	f.Fuzz(func(t *testing.T, text, question string) {
		_ = reply.Notes(text)
		read := words.Read(reply.Plain(text))
		var spans, rivals []words.Span
		for i := range read.Tokens() {
			if i%3 == 0 {
				spans = append(spans, read.Span(i, i))
			} else if i%3 == 1 {
				rivals = append(rivals, read.Span(i, i))
			}
			if i > 60 {
				break
			}
		}
		r := reply.Read(question, text, read, len(question)%2 == 0)
		values, others := r.Weigh(spans, rivals)
		require.Len(t, values, len(spans))
		require.Len(t, others, len(rivals))
		for i, v := range values {
			require.Equal(t, spans[i], v.Span)
			require.True(t, v.Start >= 0 && v.Start <= v.End && v.End <= len(read.Source()))
			r.SaidOld(v.Span)
		}
	})
}

// Any day in digits, the day first, is that day in another language.
func TestAnyDayInDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		day := time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "seconds"), 0).UTC()
		form := rapid.SampledFrom([]string{"Das ist am 2.1. und nicht früher.", "Das war der 02.01.2006, soweit ich weiß.", "Es el 02/01/2006 y no antes.", "C'est le 02/01 et pas avant."}).Draw(t, "form")
		dates := words.Read(reply.Plain(day.Format(form))).Dates()
		require.Len(t, dates, 1, reply.Plain(day.Format(form)))
		require.Equal(t, day.Day(), dates[0].Day)
		require.Equal(t, day.Month(), dates[0].Month)
	})
	require.Equal(t, "Es lleva 3/4 de cups y not más.", reply.Plain("Es lleva 3/4 de taza y no más."))
}
