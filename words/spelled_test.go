package words

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// readings are the amounts of a text, measured, as "words = value unit".
func readings(text string) []string {
	var out []string
	read := Read(text).Measured()
	for _, a := range read.Amounts() {
		if a.weak {
			continue
		}
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s = %s %s", read.Slice(a.Span), a.Value.RatString(), strings.Join(a.Units, "/"))))
	}
	return out
}

func TestNumbersInWords(t *testing.T) {
	for text, want := range map[string][]string{
		"a million and a half":                           {"a million and a half = 1500000"},
		"four thousand and a quarter":                    {"four thousand and a quarter = 4250"},
		"$5 million and a half":                          {"$5 million and a half = 5500000 usd"},
		"two million three hundred thousand":             {"two million three hundred thousand = 2300000"},
		"one million two hundred and fifty thousand":     {"one million two hundred and fifty thousand = 1250000"},
		"nineteen hundred and fifty seats":               {"nineteen hundred and fifty = 1950"},
		"a crowd of a hundred":                           {"a hundred = 100"},
		"two-and-a-half hours":                           {"two-and-a-half = 5/2 hour"},
		"two and three quarters":                         {"two and three quarters = 11/4"},
		"three point two litres":                         {"three point two = 16/5 l"},
		"nought point oh five of a kilo":                 {"nought point oh five of a kilo = 1/20 kg"},
		"six point eight percent":                        {"six point eight = 34/5 %"},
		"one point two million":                          {"one point two million = 1200000"},
		"twenty per cent":                                {"twenty = 20 %"},
		"Two and a half cups.":                           {"Two and a half = 5/2 cup"},
		"a dozen and a half":                             {"a dozen and a half = 18"},
		"half-dozen eggs, a half dozen rolls":            {"half-dozen = 6", "half dozen = 6"},
		"a baker's dozen":                                {"baker's dozen = 13"},
		"every four score people":                        {"four score = 80"},
		"Twelve grand, from his mother. It cost a grand": {"Twelve grand = 12000", "a grand = 1000"},
		"a couple of nights":                             {"a couple of = 2"},
		"between two hundred and three hundred":          {"two hundred = 200", "three hundred = 300"},
		"between 145 and 175 thousand dollars":           {"145 = 145000 usd", "175 thousand = 175000 usd"},
		"a hundred to a thousand":                        {"a hundred = 100", "a thousand = 1000"},
		"between 60 and 64 g":                            {"60 = 60 g", "64 = 64 g"},
		"five out of ten, the point five made":           {"five = 5", "ten = 10", "five = 5"},

		// No value, or another one.
		"two eggs and some flour":         {"two = 2"},
		"two grand pianos, a grand piano": {"two = 2"},
		"the grand total":                 nil,
		"they score two; the score":       {"two = 2"},
		"a couple of hundred":             nil,
		"two sixth graders":               {"two = 2"},
		"at this point two agree":         {"two = 2"},
	} {
		require.Equal(t, want, readings(text), text)
	}
}

// inWords is a number up to 999,999,999 in words.
func inWords(n int) string {
	tens := []string{"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
	join := func(a, joint string, rest int) string {
		if rest == 0 {
			return a
		}
		return a + joint + inWords(rest)
	}
	switch {
	case n <= 20:
		return units[n]
	case n < 100:
		return join(tens[n/10], "-", n%10)
	case n < 1000:
		return join(inWords(n/100)+" hundred", " and ", n%100)
	case n < 1_000_000:
		joint := " "
		if n%1000 < 100 {
			joint = " and "
		}
		return join(inWords(n/1000)+" thousand", joint, n%1000)
	}
	return join(inWords(n/1_000_000)+" million", " ", n%1_000_000)
}

// Any number in words is read, whole or with decimals or a half of its last factor.
func TestAnyNumberInWords(t *testing.T) {
	one := func(t *rapid.T, text string) *big.Rat {
		read := Read("They came to " + text + ", all told.").Measured()
		require.Len(t, read.Amounts(), 1, text)
		return read.Amounts()[0].Value
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(2, 99), rapid.IntRange(100, 9999), rapid.IntRange(10_000, 999_999_999)).Draw(t, "n")
		require.Equal(t, big.NewRat(int64(n), 1), one(t, inWords(n)))
		small, digit := rapid.IntRange(2, 99).Draw(t, "small"), rapid.IntRange(1, 9).Draw(t, "digit")
		require.Equal(t, big.NewRat(int64(10*small+digit), 10), one(t, inWords(small)+" point "+units[digit]))
		scale := rapid.SampledFrom([]int{100, 1000, 1_000_000}).Draw(t, "scale")
		if small%10 == 0 { // ten hundred is a thousand
			scale = 1000
		}
		require.Equal(t, big.NewRat(int64(2*small+1)*int64(scale)/2, 1), one(t, inWords(small*scale)+" and a half"))
	})
}
