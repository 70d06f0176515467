package words

import (
	_ "embed"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// meaning is what a word may say of amounts, dates and times.
type meaning struct {
	month    time.Month
	cardinal int64    // value of a number word
	spelled  bool     // it is a number word
	scale    int64    // of hundred, k, million ...: the factor
	units    []string // the units it may name
	code     bool     // a currency code, which may stand before the amount
	ordinal  bool     // st, nd, rd, th
	part     int64    // of half, third ...: into how many parts
	nth      int      // of first, second ...: its number
	title    bool     // Dr, St, Jr: written with or without a full stop
}

var noMeaning = &meaning{}

// lexicon is what lexicon.txt says of words, folded, and of marks.
var lexicon = readLexicon(lexiconFile)

//go:embed lexicon.txt
var lexiconFile string

type lexiconOf struct {
	words      map[string]*meaning
	signs      map[rune][]string // the units that are written as one mark
	currencies map[rune]bool     // those of signs that may stand before an amount
	fractions  map[rune][2]int64 // the fractions that are written as one rune
}

func readLexicon(file string) lexiconOf {
	l := lexiconOf{map[string]*meaning{}, map[rune][]string{}, map[rune]bool{}, map[rune][2]int64{}}
	for line := range strings.Lines(file) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] == "#" {
			continue
		}
		is, list := fields[0], fields[1:]
		mark, _ := utf8.DecodeRuneInString(list[0])
		switch is {
		case "currency", "mark":
			l.signs[mark], l.currencies[mark] = list[1:], is == "currency"
			continue
		case "fraction":
			l.fractions[mark] = [2]int64{whole(list[1]), whole(list[2])}
			continue
		}
		var n int64
		switch is {
		case "cardinal", "scale", "part", "month":
			n, list = whole(list[0]), list[1:]
		}
		for _, word := range list {
			word = fold(word)
			m := l.words[word]
			if m == nil {
				m = &meaning{}
				l.words[word] = m
			}
			switch is {
			case "unit":
				m.units = append(m.units, fold(list[0]))
			case "code":
				m.code = true
			case "cardinal":
				m.cardinal, m.spelled = n, true
			case "scale":
				m.scale = n
			case "part":
				m.part = n
			case "month":
				m.month = time.Month(n)
			case "ordinal":
				m.ordinal = true
			case "title":
				m.title = true
			}
		}
	}
	for word, n := range ordinals {
		if l.words[word] == nil {
			l.words[word] = &meaning{}
		}
		l.words[word].nth = n
	}
	return l
}

// whole is a number of the lexicon.
func whole(digits string) int64 {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		panic("words: lexicon.txt: " + err.Error()) // part of the program
	}
	return n
}
