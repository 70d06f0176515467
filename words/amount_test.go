package words

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestWhatATextStates(t *testing.T) {
	text := Read("On March 15, 2027 at 2:30pm we paid $2.5M for 12,400 seats, order RMC-2847; by 8 June it was 31 kg.")
	var amounts []string
	for _, a := range text.Amounts() {
		unit := ""
		if len(a.Units) > 0 {
			unit = " " + a.Units[0]
		}
		amounts = append(amounts, text.Slice(a.Span)+" = "+a.Value.RatString()+unit)
	}
	require.Equal(t, []string{"$2.5M = 2500000 usd", "12,400 = 12400", "31 = 31 kg"}, amounts)
	require.Equal(t, []Date{
		{Span: Span{3, 17}, Year: 2027, Month: time.March, Day: 15},
		{Span: Span{79, 85}, Month: time.June, Day: 8},
	}, text.Dates())
	require.Equal(t, []Clock{{Span{21, 27}, [2]int{14*60 + 30, 14*60 + 30}}}, text.Clocks())
}

// A number with an x before or behind it says how many; one in an identifier doesn't.
func TestManyTimes(t *testing.T) {
	for text, want := range map[string]string{
		"kayaks x8":             "8 kayaks",
		"kayaks (x8)":           "8 kayaks",
		"8x kayaks":             "8 kayaks",
		"x8 kayaks":             "8 kayaks",
		"kayak T-x8":            "",
		"runs on x86_64":        "",
		"kayak Ax8":             "",
		"kayak 8xy":             "",
		"1 1/3 c of mascarpone": "4/3 cup",
		"2 c cream":             "2 cup",
		"28 c":                  "28 °c",
	} {
		number, name, _ := strings.Cut(want, " ")
		found := ""
		for _, a := range Read(text).Amounts() {
			if unit := UnitOf(name); name == "" && !a.weak || name != "" && unit.Fits(Read(text), &a) {
				found = a.Value.RatString()
			}
		}
		require.Equal(t, number, found, text)
	}
}

// Both ends of a range have the factor and the unit behind the second.
func TestARangeSharesItsFactor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.IntRange(2, 500).Draw(t, "low")
		high := rapid.IntRange(low+1, 999).Draw(t, "high")
		form := rapid.SampledFrom([]string{"between %d and %d thousand dollars", "between $%d and $%dk", "from %d to %dk dollars", "$%d-%dk"}).Draw(t, "form")
		text := fmt.Sprintf("It pays "+form+" in all.", low, high)
		all := Read(text).Amounts()
		require.Len(t, all, 2, text)
		require.Equal(t, strconv.Itoa(1000*low), all[0].Value.RatString(), text)
		require.Equal(t, strconv.Itoa(1000*high), all[1].Value.RatString(), text)
		require.Equal(t, all[1].Units, all[0].Units, text)
		require.Equal(t, []string{"usd"}, all[0].Units, text)
	})
}
