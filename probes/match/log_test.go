package match_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// at is where a value stands in a text, once.
func at(text, value string) words.Span {
	i := strings.Index(text, value)
	return words.Span{Start: i, End: i + len(value)}
}

// current reports whether a text with both values says that the new one holds.
func current(text, now, old string) bool {
	return match.FirstUnmarked(words.Read(text), nil, []words.Span{at(text, now)}, []words.Span{at(text, old)}, nil) == nil
}

// currentOn is the same in a conversation on some days.
func currentOn(days match.Days, text, now, old string) bool {
	return match.FirstUnmarked(words.Read(text), days, []words.Span{at(text, now)}, []words.Span{at(text, old)}, nil) == nil
}

// How entries of a log are stamped, by the number of the entry. Without the order they say nothing.
var stampings = map[string]func(n int) string{
	"turns":     func(n int) string { return fmt.Sprintf("[t%d] ", n) },
	"numbers":   func(n int) string { return fmt.Sprintf("[%d] ", n) },
	"words":     func(n int) string { return fmt.Sprintf("Turn %d: ", n) },
	"clock":     func(n int) string { return fmt.Sprintf("%02d:%02d ", (21+n)%24, 7) },
	"days":      func(n int) string { return fmt.Sprintf("2027-03-%02d ", n+1) },
	"waves":     func(n int) string { return fmt.Sprintf("WAVE %d (x): ", n) },
	"versions":  func(n int) string { return fmt.Sprintf("v%d: ", n+1) },
	"rows":      func(n int) string { return fmt.Sprintf("| %d | ", n) },
	"said days": func(n int) string { return fmt.Sprintf("[%02d Mar] ", n+1) },
	"weekdays":  func(n int) string { return []string{"Sat: ", "SUN: ", "Monday: ", "Tue: ", "Wed: ", "Thu: "}[n] },
	"months": func(n int) string {
		return []string{"OCTOBER. ", "November: ", "DECEMBER. ", "January. ", "FEBRUARY. ", "March: "}[n]
	},
	"days in lines": func(n int) string { return fmt.Sprintf("Mon %d March\n- ", n+1) },
}

// anew are the stamps of what begins anew: a clock, a week, a year.
var anew = regexp.MustCompile(`:07 |(?m)^(?:Sat|SUN|OCT|Jan|FEB)`)

// march is a conversation of some days, and winter one of some months.
var march, winter = match.Days{}, match.Days{}

func init() {
	for day := 1; day <= 6; day++ { // Saturday to Thursday
		march.Add(time.Date(2025, 3, day, 0, 0, 0, 0, time.UTC))
	}
	for month := 10; month <= 15; month++ {
		winter.Add(time.Date(2025, time.Month(month), 1, 0, 0, 0, 0, time.UTC))
	}
}

func TestTheNewestEntryOfALogDecides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		days := march
		name := rapid.SampledFrom(slices.Sorted(maps.Keys(stampings))).Draw(t, "stamp")
		if name == "months" {
			days = winter
		}
		stamp := stampings[name]
		current := func(text, now, old string) bool { return currentOn(days, text, now, old) }
		entries := rapid.IntRange(3, 6).Draw(t, "entries")
		first := rapid.IntRange(0, entries-2).Draw(t, "old")
		then := rapid.IntRange(first+1, entries-1).Draw(t, "new")
		write := func(descending, stamped bool) string {
			var b strings.Builder
			if stamped && stamp(0) == "| 0 | " {
				b.WriteString("| turn | note |\n|---|---|\n")
			}
			for i := range entries {
				n := i
				if descending {
					n = entries - 1 - i
				}
				switch {
				case stamped:
					b.WriteString(stamp(n))
				default:
					b.WriteString("- ")
				}
				switch n {
				case first:
					b.WriteString("bay aaaa\n")
				case then:
					b.WriteString("bay bbbb\n")
				default:
					b.WriteString("nothing more\n")
				}
			}
			return b.String()
		}
		require.True(t, current(write(false, true), "bbbb", "aaaa"), write(false, true))
		require.False(t, current(write(false, true), "aaaa", "bbbb"), "back to what it was: %s", write(false, true))
		require.False(t, current(write(false, false), "bbbb", "aaaa"), "no order: %s", write(false, false))
		header := rapid.SampledFrom([]string{"Of two lines on one thing the later holds:\n", "# notes (latest entry wins)\n", "The newest line counts.\n"}).Draw(t, "header")
		require.True(t, current(header+write(false, false), "bbbb", "aaaa"), "it says so")
		require.False(t, current(header+write(false, false), "aaaa", "bbbb"), "it says so")
		if text := write(true, true); !anew.MatchString(text) { // what begins anew may go on from its end
			require.True(t, current(text, "bbbb", "aaaa"), text)
		}
	})
}

func TestWhatIsNoLog(t *testing.T) {
	for name, text := range map[string]string{
		"a numbered list":     "1. bay aaaa\n2. nothing\n3. bay bbbb",
		"a plan by days":      "- 3 March: bay aaaa\n- 5 March: bay bbbb",
		"prices":              "3.50 bay aaaa\n4.20 nothing\n5.10 bay bbbb",
		"stamps in no order":  "[3] bay aaaa\n[1] nothing\n[2] bay bbbb",
		"a last of something": "The last applies to Kit.\n- bay aaaa\n- bay bbbb",
		"what is right":       "The latest is right on time.\n- bay aaaa\n- bay bbbb",
		"a later count":       "A later count holds us up.\n- bay aaaa\n- bay bbbb",
		"one entry":           "[1] nothing\n[2] nothing\n[3] bay aaaa, bay bbbb",
	} {
		require.False(t, current(text, "bbbb", "aaaa"), name)
	}
}

// An old value is a remark on the new one in brackets behind it, or where it is what a reason is given by.
func TestRemarks(t *testing.T) {
	for text, want := range map[string]bool{
		"GUESTS bbbb (aaaa by the first count)":        true,
		"bbbb for now (poster says aaaa), in the hall": true,
		"the bbbb, since the aaaa has the plumber in":  true,
		"the bbbb because aaaa is full":                true,
		"aaaa (bbbb by the second count)":              false,
		"bbbb (in the hall) or aaaa":                   false,
		"bbbb. Since then aaaa":                        false,
		"bbbb\n\n(aaaa)":                               false,
		"bbbb and aaaa":                                false,
		"bbbb, first aaaa":                             true,
		"first aaaa, bbbb":                             true,
		"they first approved aaaa, bbbb":               true,
		"first session aaaa, bbbb":                     false,
		"bbbb; aaaa was a misreading":                  true,
		"bbbb; aaaa died overnight":                    true,
		"before_dedupe: aaaa\nafter_dedupe: bbbb":      true,
		"bbbb_rides aaaa":                              false,
	} {
		require.Equal(t, want, current(text, "bbbb", "aaaa"), text)
	}
	rapid.Check(t, func(t *rapid.T) {
		now := rapid.StringMatching(`[1-9][0-9]{1,4}`).Draw(t, "now")
		old := rapid.StringMatching(`[a-z]{5,8}`).Draw(t, "old")
		note := rapid.StringMatching(`[xyz]{0,5}( [xyz]{2,6}){0,3}`).Draw(t, "note")
		require.True(t, current(fmt.Sprintf("%s %s (%s %s)", now, note, note, old), now, old))
		require.False(t, current(fmt.Sprintf("%s %s %s %s", now, note, note, old), now, old))
		require.False(t, current(fmt.Sprintf("%s (%s) %s", now, note, old), now, old))
	})
}

// A value that gave way to the old one is old itself.
func TestReplaced(t *testing.T) {
	for text, want := range map[string]bool{
		"moved from bbbb to aaaa":            true,
		"moved from bbbb to another; aaaa":   true,
		"moved from bbbb; aaaa":              false,
		"the rest went over from bbbb; aaaa": false,
		"aaaa took over the rest from bbbb":  true,
		"aaaa stood in for bbbb":             true,
		"bbbb -> aaaa":                       true,
		"**bbbb** → **aaaa**":                true,
		"aaaa (bbbb before)":                 true,
		"aaaa (was bbbb)":                    true,
		"aaaa -> bbbb":                       false,
		"moved from aaaa to bbbb":            false,
		"bbbb from aaaa to noon":             false,
		"bbbb (aaaa before)":                 false,
		"aaaa (bbbb is the better)":          false,
		"bbbb and aaaa":                      false,
		"the day went from bbbb to aaaa":     true,
		"it dropped to aaaa from bbbb":       true,
		"it dropped to bbbb from aaaa":       false,
		"they moved us off bbbb, so aaaa":    true,
	} {
		require.Equal(t, want, match.Replaced(words.Read(text), at(text, "bbbb"), []words.Span{at(text, "aaaa")}), text)
	}
}

// Parts that say whether they are the earlier or the later state, values with their days, and calls are told in their order.
func TestWhatIsToldInOrder(t *testing.T) {
	for text, want := range map[string]bool{
		"## Original plan\n- bay aaaa\n\n## Update\n- bay bbbb":                       true,
		"## Update\n- bay bbbb\n\n## Original plan\n- bay aaaa":                       true,
		"## Original plan\n- bay bbbb\n\n## Update\n- bay aaaa":                       false,
		"bay aaaa\nCorrections:\n- bay bbbb":                                          true,
		"Before: bay aaaa\nAfter: bay bbbb":                                           true,
		"Before: bay bbbb\nAfter: bay aaaa":                                           false,
		"Update on the bees\nbay aaaa\nbay bbbb":                                      false,
		"bay aaaa (2 March), bay bbbb (5 March)":                                      true,
		"bay bbbb (2 March), bay aaaa (5 March)":                                      false,
		"bay aaaa (2 July), bay bbbb (5 July)":                                        false, // nothing was said on these days
		"save(\"bay\", \"aaaa\")\nsave(\"x\", \"y\")\nsave(\"bay\", \"bbbb\")":        true,
		"save(\"bay\", \"bbbb\")\nsave(\"x\", \"y\")\nsave(\"bay\", \"aaaa\")":        false,
		"Sat: bay aaaa\nSun: nothing\nMon: bay bbbb":                                  true,
		"2 July: bay aaaa\n3 July: nothing\n5 July: bay bbbb":                         false, // a plan
		"bay aaaa (2 March)\nnothing (3 March)\nbay bbbb (5 March)":                   true,
		"- [void] bay aaaa. So it was\n- [now] bay bbbb":                              true,
		"- [void] bay bbbb. So it was\n- [now] bay aaaa":                              false,
		"- bay aaaa\n+ bay bbbb\n- van red\n+ van blue":                               true,
		"- bay bbbb\n+ bay aaaa\n- van red\n+ van blue":                               false,
		"- bay aaaa\n- bay bbbb\n- van red\n+ van blue":                               false, // one plus makes no patch
		"- bay aaaa\n\n- car a\n+ car b\n- van red\n+ van blue\n\n- bay bbbb":         false, // a list beside a patch
		"- 5 aaaa\n- 7 sheep\n+ 9 bbbb\n+ 3 cows":                                     false, // a ledger
		"RETRACTED\n- bay aaaa\nHOLDS\n- bay bbbb":                                    true,
		"= DISCARDED (no use) =\nbay aaaa; van red\n= VALID =\nbay bbbb":              true,
		"bay | aaaa | bbbb\nvan | red | blue\ncat | Mo | Lu":                          true,
		"bay | bbbb | aaaa\nvan | red | blue\ncat | Mo | Lu":                          false,
		"| what | one | other |\n|---|---|---|\n| bay | aaaa | bbbb |":                false,
		"| first | aaaa |\n| other | x |\n| **now** | **bbbb** |":                     true,
		"| first | aaaa |\n| other | x |\n| new shares | bbbb |":                      false,
		"bay = bbbb   ; aaaa with the tests in it":                                    true,
		"bay: bbbb; aaaa with the tests in it":                                        false,
		"S1 (2 March): bay aaaa\nS2 (9 March): nothing\nS4 (10 March): bay bbbb":      true,
		"S1 (2 March): bay bbbb\nS2 (9 March): nothing\nS4 (10 March): bay aaaa":      false,
		"in all bbbb = aaaa + 150 for the change":                                     true,
		"in all bbbb, and aaaa + 150 for the change":                                  false,
		"bay aaaa, from this year bbbb":                                               true,
		"dish(bay, rev 2): bbbb (rev 1: aaaa)":                                        true,
		"bbbb, following Mr. aaaa's withdrawal":                                       true,
		"it began the year at aaaa and ended it at bbbb":                              true,
		"bay: shortage first put at aaaa, is bbbb":                                    true,
		"bay in bbbb, the aaaa has been taken down":                                   true,
		"bbbb, since it rose above the aaaa it used to be":                            true,
		"| bay | aaaa | superseded |\n| bay | bbbb | ok |":                            true,
		"| bay | aaaa | wrong kind |\n| bay | bbbb | ok |":                            false,
		"| what | value | remark |\n|---|---|---|\n| bay | bbbb | aaaa for a night |": true,
		"| what | value | other |\n|---|---|---|\n| bay | bbbb | aaaa for a night |":  false,
	} {
		require.Equal(t, want, currentOn(march, text, "bbbb", "aaaa"), text)
	}
}

// A mark is of the value that stands nearest to it.
func TestMarksOfTheNearest(t *testing.T) {
	for text, want := range map[string]bool{
		"originally bbbb, but they have put us on aaaa":         false,
		"originally aaaa, but they have put us on bbbb":         true,
		"raised from bbbb to aaaa":                              false,
		"shut on bbbb originally, then the club came: aaaa now": false,
		"aaaa > bbbb":                                     true,
		"bbbb > aaaa":                                     false,
		"~~aaaa~~ bbbb":                                   true,
		"bbbb on board against aaaa booked":               true,
		"thought to be aaaa and turned out bbbb":          true,
		"bbbb; the poster says aaaa":                      true,
		"aaaa. Two weeks later they made it bbbb":         true,
		"aaaa. Two of the others are bbbb":                false,
		"aaaa for now, bbbb has ants":                     false,
		"has taken the place of it over to aaaa, bbbb":    false,
		"aaaa [zzzz], bbbb":                               false,
		"bbbb [aaaa at the first quote]":                  true,
		"aaaa fell off and bbbb has taken over":           true,
		"left aaaa for bbbb":                              true,
		"aaaa by ruler, bbbb by calipers. Use the latter": true,
	} {
		require.Equal(t, want, current(text, "bbbb", "aaaa"), text)
	}
	rapid.Check(t, func(t *rapid.T) {
		mark := rapid.SampledFrom([]string{"originally", "formerly", "at first it was", "previously"}).Draw(t, "mark")
		between := rapid.StringMatching(`( [xyz]{2,6}){1,4}`).Draw(t, "between")
		require.True(t, current(mark+" aaaa,"+between+" bbbb", "bbbb", "aaaa"))
		require.False(t, current(mark+" bbbb,"+between+" aaaa", "bbbb", "aaaa"))
	})
}
