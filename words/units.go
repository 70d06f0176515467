package words

import (
	"slices"
	"strings"
	"time"
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
}

// unitWords lists each known unit, named by its first word, with the other ways to write it.
// Words of one or two units (pound, m) stand in both.
var unitWords = [][]string{
	{"usd", "dollar", "dollars", "buck", "bucks"},
	{"eur", "euro", "euros"},
	{"gbp", "pound", "pounds", "sterling", "quid"},
	{"jpy", "yen"},
	{"chf"},
	{"cad"},
	{"aud"},
	{"inr", "rupee", "rupees"},
	{"cny", "rmb", "yuan"},
	{"krw"},
	{"cent", "cents"},
	{"%", "percent", "pct"},
	{"g", "gram", "grams", "gramme", "grammes"},
	{"kg", "kgs", "kilo", "kilos", "kilogram", "kilograms"},
	{"mg", "milligram", "milligrams"},
	{"mcg", "µg", "microgram", "micrograms"},
	{"oz", "ounce", "ounces"},
	{"lb", "lbs", "pound", "pounds"},
	{"cup", "cups"},
	{"tablespoon", "tablespoons", "tbsp", "tbsps", "tbs"},
	{"teaspoon", "teaspoons", "tsp", "tsps"},
	{"clove", "cloves"},
	{"ml", "milliliter", "milliliters", "millilitre", "millilitres"},
	{"l", "liter", "liters", "litre", "litres"},
	{"°f", "f", "fahrenheit", "degree", "degrees", "deg"},
	{"°c", "c", "celsius", "centigrade", "degree", "degrees", "deg"},
	{"km", "kms", "kilometer", "kilometers", "kilometre", "kilometres"},
	{"mile", "miles", "mi"},
	{"m", "meter", "meters", "metre", "metres"},
	{"cm", "centimeter", "centimeters", "centimetre", "centimetres"},
	{"mm", "millimeter", "millimeters", "millimetre", "millimetres"},
	{"ft", "foot", "feet"},
	{"inch", "inches"},
	{"yard", "yards", "yd"},
	{"ms", "msec", "millisecond", "milliseconds"},
	{"second", "seconds", "sec", "secs", "s"},
	{"minute", "minutes", "min", "mins", "m"},
	{"hour", "hours", "hr", "hrs", "h"},
	{"day", "days", "d"},
	{"week", "weeks", "wk", "wks"},
	{"month", "months", "mo", "mos"},
	{"year", "years", "yr", "yrs"},
	{"kb", "kilobyte", "kilobytes"},
	{"mb", "megabyte", "megabytes"},
	{"gb", "gigabyte", "gigabytes"},
	{"tb", "terabyte", "terabytes"},
}

// currencyCodes may stand before an amount: USD 500.
var currencyCodes = []string{"usd", "eur", "gbp", "jpy", "chf", "cad", "aud", "inr", "cny", "krw"}

// signs are the units that are written as one mark.
var signs = map[rune][]string{
	'$': {"usd"}, '€': {"eur"}, '£': {"gbp"}, '¥': {"jpy", "cny"}, '₹': {"inr"}, '₩': {"krw"},
	'%': {"%"}, '°': {"°f", "°c"}, '℉': {"°f"}, '℃': {"°c"},
}

// isCurrencySign reports whether a mark may stand before an amount.
func isCurrencySign(r rune) bool {
	switch r {
	case '$', '€', '£', '¥', '₹', '₩':
		return true
	}
	return false
}

// fractionSigns are the fractions that are written as one rune.
var fractionSigns = map[rune][2]int64{
	'½': {1, 2}, '⅓': {1, 3}, '⅔': {2, 3}, '¼': {1, 4}, '¾': {3, 4}, '⅕': {1, 5}, '⅖': {2, 5},
	'⅗': {3, 5}, '⅘': {4, 5}, '⅙': {1, 6}, '⅚': {5, 6}, '⅛': {1, 8}, '⅜': {3, 8}, '⅝': {5, 8}, '⅞': {7, 8},
}

var noMeaning = &meaning{}

// lexicon holds every word that means something to an amount, a date or a time, folded.
var lexicon = newLexicon()

func newLexicon() map[string]*meaning {
	words := map[string]*meaning{}
	at := func(word string) *meaning {
		word = fold(word)
		if words[word] == nil {
			words[word] = &meaning{}
		}
		return words[word]
	}
	for _, unit := range unitWords {
		for _, word := range unit {
			m := at(word)
			m.units = append(m.units, fold(unit[0]))
		}
	}
	for _, code := range currencyCodes {
		at(code).code = true
	}
	for month := time.January; month <= time.December; month++ {
		at(month.String()).month = month
		at(month.String()[:3]).month = month
	}
	at("sept").month = time.September
	for n, word := range []string{
		"zero", "one", "two", "three", "four", "five", "six", "seven",
		"eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
		"seventeen", "eighteen", "nineteen",
	} {
		m := at(word)
		m.cardinal, m.spelled = int64(n), true
	}
	for n, word := range []string{"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"} {
		m := at(word)
		m.cardinal, m.spelled = int64(n+2)*10, true
	}
	for word, scale := range map[string]int64{
		"dozen": 12, "hundred": 100, "k": 1e3, "thousand": 1e3, "m": 1e6,
		"million": 1e6, "millions": 1e6, "mn": 1e6, "mil": 1e6, "b": 1e9, "bn": 1e9,
		"billion": 1e9, "tn": 1e12, "trillion": 1e12,
	} {
		at(word).scale = scale
	}
	for word, part := range map[string]int64{
		"half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4,
		"fourths": 4, "fifth": 5, "fifths": 5, "eighth": 8, "eighths": 8,
	} {
		at(word).part = part
	}
	for _, word := range []string{"st", "nd", "rd", "th"} {
		at(word).ordinal = true
	}
	return words
}

// Unit is what an amount is asked for in. The zero Unit is any.
type Unit struct {
	units []string // the known units it may be; an unknown one is its word
	word  string   // as an ordinary word, folded
}

// UnitOf is the unit that a word or a mark names: kg, $, people.
func UnitOf(name string) Unit {
	u := Unit{word: fold(name)}
	m := lexicon[u.word]
	switch r := []rune(u.word); {
	case u.word == "m": // in a text it may be minutes too
	case len(r) == 1 && signs[r[0]] != nil:
		u.units = signs[r[0]]
	case m != nil:
		u.units = m.units
	}
	if u.units == nil {
		u.units = []string{u.word}
	}
	return u
}

// Fits reports whether an amount of a text may have the unit. One that counts only with a unit must
// have it.
func (u Unit) Fits(t *Text, a *Amount) bool {
	if a.weak {
		return u.word != "" && a.after >= 0 && t.sameWord(a.after, u.word)
	}
	return u.units == nil || a.Units == nil || ShareUnit(u.units, a.Units)
}

// sameWord reports whether a word of the text is word, in singular or plural.
func (t *Text) sameWord(id int32, word string) bool {
	for _, w := range []string{word, word + "s", strings.TrimSuffix(word, "s")} {
		if got, ok := t.ids[w]; ok && got == id {
			return true
		}
	}
	return false
}

// ShareUnit reports whether two lists have a unit in common.
func ShareUnit(a, b []string) bool {
	return slices.ContainsFunc(a, func(unit string) bool { return slices.Contains(b, unit) })
}
