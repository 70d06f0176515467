package probes_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// Entries of plus and minus on the line of a label come to its value; not those of another line, of another sum, or one alone.
func TestEntriesOfALedger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sum, n := 0, rapid.IntRange(2, 6).Draw(t, "entries")
		colon := rapid.SampledFrom([]string{": ", " ", " | "}).Draw(t, "colon")
		minus := rapid.SampledFrom([]string{"-", "−", "–", "- "}).Draw(t, "minus")
		opening := rapid.IntRange(0, 1).Draw(t, "opening") * 1234
		var entries []string
		if opening > 0 {
			sum = opening
			entries = append(entries, "1,234 at the start")
		}
		for i := range n {
			by := rapid.IntRange(1, 300).Draw(t, "by")
			if i == 0 || i == n-1 { // so that no entry is the sum
				by += 3000
			}
			if i > 0 && i < n-1 && rapid.Bool().Draw(t, "less") {
				sum -= by
				entries = append(entries, fmt.Sprintf("%s%d lost", minus, by))
			} else {
				sum += by
				entries = append(entries, fmt.Sprintf("+%d by truck", by))
			}
		}
		day := time.Date(2027, time.March, 20, 0, 0, 0, 0, time.UTC)
		line := "loads" + colon + strings.Join(entries, "; ")
		s, other := shifted(sum+7, sum, day, day.AddDate(0, 0, 1)), shifted(sum+7, sum+10_000, day, day.AddDate(0, 0, 1))
		require.Equal(t, probes.Kept, said(t, s, line)["loads"], line)
		require.Equal(t, probes.Lost, said(t, other, line)["loads"], line)
		require.Equal(t, probes.Lost, said(t, s, strings.Replace(line, "loads", "sheep", 1))["loads"])
		require.Equal(t, probes.Lost, said(t, s, "loads come\n"+strings.Replace(line, "loads", "sheep", 1))["loads"])
	})
}

// What is crossed out is given up: by a tag, a sign or strikes, and nothing that another line is about.
func TestCrossedOutIsGivenUp(t *testing.T) {
	day := time.Date(2027, time.March, 20, 0, 0, 0, 0, time.UTC)
	s := shifted(3, 5, day, day.AddDate(0, 0, 1))
	s.Facts[2].Value = arena.Pattern{Any: []arena.Pattern{{Text: "cancelled"}, {Text: "dropped"}}}
	for text, want := range map[string]probes.Result{
		"❌ loads of manure": probes.Kept, "[void] loads": probes.Kept, "DROPPED    three loads": probes.Kept, "~~loads of manure~~": probes.Kept,
		"✅ loads of manure": probes.Lost, "[now] loads": probes.Lost, "❌ sheep\nloads": probes.Lost, "loads ❌ sheep": probes.Lost,
	} {
		require.Equal(t, want, said(t, s, text)["loads"], text)
	}
	require.Equal(t, probes.Lost, said(t, shifted(3, 5, day, day.AddDate(0, 0, 1)), "❌ loads")["loads"], "a number isn't given up")
}
