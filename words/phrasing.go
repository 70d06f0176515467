package words

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
)

//go:embed phrasing.txt
var phrasingFile string

// phrasings are the classes of phrasing.txt by where they hold.
var phrasings = func() map[string][][]string {
	out := map[string][][]string{}
	for line := range strings.Lines(phrasingFile) {
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[0] == "#" {
			continue
		}
		for i, w := range fields {
			fields[i] = strings.ReplaceAll(w, "_", " ")
		}
		out[fields[0]] = append(out[fields[0]], fields[1:])
	}
	return out
}()

// mostRephrased bounds the ways in which a phrase is said.
const mostRephrased = 128

// Rephrased are the ways to say a phrase of several words in lower case, itself first: "under the stairs" and "beneath the
// staircase", "the third drawer" and "drawer 3". A text that is read for one of them may lack its articles.
func Rephrased(phrase string) []string {
	out := []string{phrase}
	if !strings.Contains(phrase, " ") {
		return out
	}
	out = append(out, numbered(phrase)...)
	for _, class := range phrasings["same"] {
		for _, p := range slices.Clone(out) {
			for _, from := range class {
				if !strings.Contains(p, from) {
					continue // as nearly always
				}
				head, tail, ok := strings.Cut(" "+p+" ", " "+from+" ")
				if !ok {
					continue
				}
				for _, to := range class {
					if to != from && len(out) < mostRephrased {
						out = append(out, strings.TrimSpace(head+" "+to+" "+tail))
					}
				}
				break
			}
		}
	}
	return out
}

// numbered are the other ways to number a thing: third drawer, 3rd drawer, drawer 3, drawer three.
func numbered(phrase string) []string {
	fields := strings.Fields(phrase)
	var out []string
	for i := range len(fields) - 1 {
		n, thing := ordinals[fields[i]], fields[i+1]
		if n == 0 {
			n, thing = numberWord(fields[i+1]), fields[i]
		}
		if n == 0 || len(thing) < 3 || strings.Trim(thing, "abcdefghijklmnopqrstuvwxyz") != "" || notNumbered[thing] || numberWord(thing) > 0 || ordinals[thing] > 0 {
			continue
		}
		digits := strconv.Itoa(n)
		ways := []string{thing + " " + digits, Ordinal(n) + " " + thing}
		for w, k := range ordinals {
			if k == n {
				ways = append(ways, w+" "+thing)
			}
		}
		for w, m := range lexicon.words {
			if m.spelled && m.cardinal == int64(n) {
				ways = append(ways, thing+" "+w)
			}
		}
		slices.Sort(ways)
		for _, w := range ways {
			if way := strings.Join(slices.Concat(fields[:i], []string{w}, fields[i+2:]), " "); way != phrase {
				out = append(out, way)
			}
		}
	}
	return out
}

// notNumbered are words before a number that it doesn't number.
var notNumbered = Set("under over about for and with from the least most just only till until than times plus minus hand half one time")

// numberWord is what a number of one or two digits, or in one word, says; 0 for any other word.
func numberWord(word string) int {
	if n, err := strconv.Atoi(word); err == nil && len(word) <= 2 {
		return n
	}
	if m := lexicon.words[word]; m != nil && m.spelled {
		return int(m.cardinal)
	}
	return 0
}

// Ordinal is a number as an ordinal in digits: 3rd.
func Ordinal(n int) string {
	ending := "th"
	if n%100/10 != 1 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return strconv.Itoa(n) + ending
}

// Alike are the other words and phrases for one in a place, such as the label of a value: fetch of collected. Their inflections count as well.
func Alike(place, phrase string) []string {
	var out []string
	for _, class := range phrasings[place] {
		for _, w := range class {
			if w == phrase || !strings.Contains(phrase, " ") && !strings.Contains(w, " ") && Root(w) == Root(phrase) {
				out = append(out, class...)
				break
			}
		}
	}
	return out
}
