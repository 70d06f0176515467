package words

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestMeasured(t *testing.T) {
	for text, want := range map[string][]string{
		"Anything under a minute and a half goes.":  {"a minute and a half = 3/2 minute"},
		"It takes an hour and a half, I think.":     {"an hour and a half = 3/2 hour"},
		"Two hours and a quarter.":                  {"Two hours and a quarter = 9/4 hour"},
		"2 hours and a half for 3 people":           {"2 hours and a half = 5/2 hour", "3 = 3 "},
		"A quarter of a kilo, weighed raw.":         {"A quarter of a kilo = 1/4 kg"},
		"About half a litre for 3 days":             {"half a litre = 1/2 l", "3 = 3 day"},
		"Three quarters of an hour":                 {"Three quarters of an hour = 3/4 hour"},
		"one third of a cup":                        {"one third of a cup = 1/3 cup"},
		"A minute and thirty-five seconds.":         {"A minute and thirty-five seconds = 95 second"},
		"1 hour 20 minutes, then":                   {"1 hour 20 minutes = 80 minute"},
		"It took 2 weeks and 3 days.":               {"2 weeks and 3 days = 17 day"},
		"3 dollars and 20 cents":                    {"3 dollars and 20 cents = 320 cent"},
		"half a million people":                     {"half a million = 500000 "},
		"A day and a night":                         nil,
		"Two weeks and a day later":                 {"Two weeks and a day = 15 day"},
		"An hour.":                                  {"An hour = 1 hour"},
		"It takes a fortnight":                      {"a fortnight = 1 fortnight"},
		"£5 an hour, three times a week":            {"£5 = 5 gbp", "three = 3 "},
		"half a pound, a quarter kilo, half-hour":   {"half a pound = 1/2 gbp", "a quarter kilo = 1/4 kg", "half-hour = 1/2 hour"},
		"two hours forty":                           {"two hours forty = 160 minute"},
		"two hours forty people":                    {"two = 2 hour", "forty = 40 "},
		"an hour and three quarters":                {"an hour and three quarters = 7/4 hour"},
		"five pounds twenty":                        {"five pounds twenty = 26/5 gbp"},
		"a buck twenty":                             {"a buck twenty = 6/5 usd"},
		"$5 twenty, five dollars, twenty people":    {"$5 = 5 usd", "twenty = 20 ", "five = 5 usd", "twenty = 20 "},
		"nine pounds and twenty pence":              {"nine pounds and twenty pence = 920 pence"},
		"Five dozen and ten more":                   {"Five dozen and ten more = 70 "},
		"Three dozen and four.":                     {"Three dozen and four = 40 "},
		"Two hundred and a dozen came":              {"Two hundred and a dozen = 212 "},
		"Five dozen and ten waiters":                {"Five dozen = 60 ", "ten = 10 "},
		"two hours over 3 days, 20 people under 5":  {"two = 2 hour", "3 = 3 day", "20 = 20 ", "5 = 5 "},
		"a quarter of a hundred, quarter million":   {"a quarter of a hundred = 25 ", "quarter million = 250000 "},
		"£5 an hour":                                {"£5 = 5 gbp"},
		"half of them, a quarter past, third place": nil,
		"three and a third":                         {"three and a third = 10/3 "},
		"a third person":                            nil,
		"5 kg and 2 hours":                          {"5 = 5 kg", "2 = 2 hour"},
		"20 minutes and 3 hours":                    {"20 = 20 minute", "3 = 3 hour"},
		"one hour and a quarter of a kilo":          {"one = 1 hour", "a quarter of a kilo = 1/4 kg"},
		"three cups of flour and 2 teaspoons":       {"three = 3 cup", "2 = 2 teaspoon"},
	} {
		var got []string
		read := Read(text).Measured()
		for _, a := range read.Amounts() {
			unit := ""
			if a.Units != nil {
				unit = a.Units[0]
			}
			got = append(got, read.Slice(a.Span)+" = "+a.Value.RatString()+" "+unit)
		}
		require.Equal(t, want, got, text)
	}
}

// Any length or weight is the same in one unit and in two.
func TestAnyMeasureOfTwoUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := rapid.SampledFrom([]struct {
			large, small string
			of           int
		}{{"hours", "minutes", 60}, {"minutes", "seconds", 60}, {"weeks", "days", 7}, {"kilos", "grams", 1000}, {"feet", "inches", 12}}).Draw(t, "units")
		n, m := rapid.IntRange(2, 40).Draw(t, "large"), rapid.IntRange(2, u.of-1).Draw(t, "small")
		joint := rapid.SampledFrom([]string{" ", " and "}).Draw(t, "joint")
		read := Read(fmt.Sprintf("It came to %d %s%s%d %s.", n, u.large, joint, m, u.small)).Measured()
		require.Len(t, read.Amounts(), 1, read.Source())
		require.Zero(t, read.Amounts()[0].Value.Cmp(big.NewRat(int64(n*u.of+m), 1)), read.Source())
	})
}
