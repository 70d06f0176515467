package match

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// number is the pattern of an amount.
func numberOf(value, unit string) arena.Pattern {
	return arena.Pattern{Number: &arena.NumberPattern{Value: value, Unit: unit}}
}

func mustCompile(t testing.TB, p arena.Pattern) Matcher {
	t.Helper()
	m, err := Compile(p)
	require.NoError(t, err)
	return m
}

// found are the parts of a text that a pattern matches.
func found(t testing.TB, p arena.Pattern, text string) []string {
	t.Helper()
	read := words.Read(text)
	var out []string
	for _, s := range mustCompile(t, p).Find(read) {
		out = append(out, read.Slice(s))
	}
	return out
}

func TestNumberFound(t *testing.T) {
	for _, c := range []struct{ value, unit, text, want string }{
		// thousands, decimals, factors
		{"1000", "", "the limit is 1,000 requests per minute", "1,000"},
		{"1000", "", "1000 requests/minute", "1000"},
		{"347250", "usd", "a budget of $347,250.", "$347,250"},
		{"347250", "usd", "347250", "347250"},
		{"347250", "usd", "347.25k in all", "347.25k"},
		{"347250", "usd", "347\u00a0250 dollars", "347\u00a0250"},
		{"347250", "usd", "347\u202f250 dollars", "347\u202f250"},
		{"347250", "usd", "USD 347,250", "USD 347,250"},
		{"347250", "usd", "USD347,250", "USD347,250"},
		{"347250", "usd", "US$347,250", "US$347,250"},
		{"347250", "usd", "347,250 USD", "347,250"},
		{"347250", "usd", "**$347,250**", "$347,250"},
		{"347250", "usd", "$ 347,250", "$ 347,250"},
		{"2925000", "usd", "net $2.925M", "$2.925M"},
		{"2925000", "usd", "net $2,925,000", "$2,925,000"},
		{"2925000", "usd", "2.925 million dollars", "2.925 million"},
		{"2925000", "usd", "$2.925m", "$2.925m"},
		{"12000000", "usd", "pre-money 12M", "12M"},
		{"12000000", "usd", "$12 million", "$12 million"},
		{"12000000", "usd", "$12,000,000", "$12,000,000"},
		{"38000", "usd", "$38k", "$38k"},
		{"38000", "usd", "$38 K", "$38 K"},
		{"1.2", "usd", "$1.20 a share", "$1.20"},
		{"1.20", "usd", "$1.2", "$1.2"},
		{"3100000000", "usd", "$3.1bn", "$3.1bn"},
		{"1234567", "", "12,34,567", "12,34,567"},
		{"0.5", "", "just .5 of it", ".5"},
		{"2000000", "", "2M shares", "2M"},
		{"500", "", "５００", "５００"},
		// fractions and words
		{"4/3", "cup", "1 1/3 cups of mascarpone", "1 1/3"},
		{"4/3", "cup", "1⅓ cups", "1⅓"},
		{"0.75", "cup", "3/4 cup sugar", "3/4"},
		{"0.75", "cup", "¾ cup", "¾"},
		{"2.5", "cup", "2½ cups", "2½"},
		{"2.5", "cup", "2 ½ cups", "2 ½"},
		{"2.5", "cup", "2-1/2 cups", "2-1/2"},
		{"2.5", "cup", "2.5 cups heavy cream", "2.5"},
		{"2.5", "cup", "two and a half cups", "two and a half"},
		{"3", "", "three meals", "three"},
		{"0.75", "cup", "three-quarters cup", "three-quarters"},
		{"2/3", "", "two thirds", "two thirds"},
		{"1/3", "", "one third", "one third"},
		{"2", "", "two quarters", "two"},
		{"8500", "usd", `\$8{,}500`, "$8{,}500"},
		{"8500", "", "8’500", "8’500"},
		{"30000", "km", "30 000 km", "30 000"},
		{"2925000", "usd", "$2.925MM", "$2.925MM"},
		{"500", "", "370/500", "500"},
		{"204", "°C", "400F/204C", "204C"},
		{"500", "usd", "17×$500=$8,500", "$500"},
		{"60", "", "sixty people", "sixty"},
		{"25", "", "Twenty-five chairs", "Twenty-five"},
		{"25", "", "twenty five chairs", "twenty five"},
		{"350", "", "three hundred and fifty", "three hundred and fifty"},
		{"38000", "", "thirty-eight thousand", "thirty-eight thousand"},
		{"9999", "", "nine thousand nine hundred ninety-nine", "nine thousand nine hundred ninety-nine"},
		{"0", "", "zero left", "zero"},
		{"24", "", "two dozen ladyfingers", "two dozen"},
		{"1", "cup", "one cup", "one"},
		{"1", "", "one cup", "one"},
		{"1", "guest", "one guest", "one"},
		{"2", "", "two and then three", "two"},
		// units
		{"8", "oz", "8 oz", "8"},
		{"8", "oz", "8oz fillets", "8oz"},
		{"8", "oz", "8 ounces", "8"},
		{"8", "oz", "8-ounce fillets", "8"},
		{"8", "oz", "**8** oz", "8"},
		{"8", "ounces", "8oz", "8oz"},
		{"30", "day", "a 30-day window", "30"},
		{"400", "°F", "400F", "400F"},
		{"400", "°F", "400°F", "400°F"},
		{"400", "°F", "400 °F", "400 °F"},
		{"400", "°F", "400ºF", "400ºF"},
		{"400", "°F", "400 degrees F", "400"},
		{"400", "°F", "400 degrees", "400"},
		{"400", "f", "400 Fahrenheit", "400"},
		{"16.67", "%", "16.67% dilution", "16.67%"},
		{"20", "%", "20 %", "20 %"},
		{"20", "%", "20 percent", "20"},
		{"10", "mg", "Lisinopril 10mg", "10mg"},
		{"10", "mg", "10 mg", "10"},
		{"200", "ms", "under 200ms", "200ms"},
		{"60", "people", "60 people", "60"},
		{"60", "people", "60 attendees", "60"},
		{"500", "usd", "$500/night", "$500"},
		{"500", "usd", "$500 per night", "$500"},
		{"500", "usd", "500€ or 500 dollars", "500"},
		{"5", "m", "a 5 m wall", "5"},
		{"5", "minute", "5m", "5m"},
		{"2", "lb", "2 pounds", "2"},
		{"2", "gbp", "2 pounds", "2"},
		// sign
		{"-50", "", "Widget-A: -50", "-50"},
		{"-50", "", "Widget-A: −50 units", "−50"},
		{"-50", "usd", "(-$50)", "-$50"},
		{"-50", "usd", "$-50", "$-50"},
		{"50", "", "+50 units", "50"},
		{"50", "", "- 50 units", "50"},
		{"500", "", "500 - 50", "500"},
		{"50", "", "500 - 50", "50"},
		// ranges
		{"145000", "usd", "$145k-$175k", "$145k"},
		{"175000", "usd", "$145k-$175k", "$175k"},
		{"145000", "usd", "$145-175k", "$145"},
		{"175000", "usd", "$145-175k", "175k"},
		{"145000", "usd", "$145,000 – $175,000", "$145,000"},
		{"175000", "usd", "$145,000 to $175,000", "$175,000"},
		{"10", "", "10–12 people", "10"},
		{"12", "", "10–12 people", "12"},
		{"5", "minute", "5 to 10 minutes", "5"},
		{"18", "", "1-18", "18"},
		{"800", "", "800-1200 units", "800"},
		// labels in either order
		{"30", "", "30 ladyfingers", "30"},
		{"30", "", "ladyfingers: 30", "30"},
		{"30", "", "ladyfingers:30", "30"},
		{"5", "", "5 egg yolks", "5"},
		{"5", "", "egg yolks (5)", "5"},
		{"30", "", "| ladyfingers | 30 |", "30"},
		{"3", "", "Total: 3.", "3"},
		{"370", "", "370. That is all of them.", "370"},
		{"6", "", "6.", "6"},
		{"85", "", "85/100", "85"},
		{"3", "", "at 3, 5 and 7", "3"},
		{"5", "", "tables 2,5,7", "5"},
		{"112", "", "Lakers 112-108", "112"},
		{"5", "", "- 5 egg yolks\n- 2 cups", "5"},
	} {
		t.Run(c.value+c.unit+" in "+c.text, func(t *testing.T) {
			require.Contains(t, found(t, numberOf(c.value, c.unit), c.text), c.want)
		})
	}
}

func TestNumberNotFound(t *testing.T) {
	for _, c := range []struct{ value, unit, text string }{
		{"500", "", "8,500"},
		{"500", "", "1.500"},
		{"500", "", "8{,}500"},
		{"2", "", "two thirds"},
		{"500", "", "1,500.00"},
		{"8", "", "8,500"},
		{"75", "", "a burn of $175K"},
		{"75", "", "175k"},
		{"75000", "usd", "$175K"},
		{"16", "", "16.67%"},
		{"67", "", "16.67%"},
		{"3", "", "8.33, 13, 31"},
		{"1.5", "", "21.5"},
		{"30", "", "300"},
		{"145", "usd", "$145-175k"},
		// identifiers, phones, versions
		{"2847", "", "RMC-2847"},
		{"847291", "", "P-847291"},
		{"2847", "", "RMC–2847"},
		{"1", "", "us-east-1"},
		{"447", "", "UA447"},
		{"12", "", "gate B12"},
		{"2", "", "v2 of it"},
		{"99284", "", "HLT-99284-B"},
		{"99284", "", "99284-B"},
		{"892", "", "CLM-2024-0892"},
		{"2024", "", "CLM-2024-0892"},
		{"8765", "", "090-8765-4321"},
		{"4321", "", "090 8765 4321"},
		{"4321", "", "+81 90 8765 4321"},
		{"555", "", "555-0147"},
		{"147", "", "555-0147"},
		{"1234", "", "555-1234"},
		{"867", "", "555-867-5309"},
		{"123", "", "(555) 123-4567"},
		{"2", "", "version 1.2.3"},
		{"1.2", "", "version 1.2.3"},
		{"4", "", "4x4"},
		{"3", "", "3D"},
		{"30", "", "user_30"},
		// dates, times, markers, ordinals
		{"15", "", "2027-03-15"},
		{"2027", "", "2027-03-15"},
		{"15", "", "3/15/2027"},
		{"15", "", "March 15, 2027"},
		{"2027", "", "March 15, 2027"},
		{"18", "", "June 1-18"},
		{"2", "", "2:30pm"},
		{"30", "", "2:30pm"},
		{"3", "", "3pm"},
		{"2", "", "2-4 pm"},
		{"3", "", "1. start\n2. go on\n3. end"},
		{"3", "", "2) b\n3) c"},
		{"3", "", "3rd floor"},
		{"2", "", "### 1. Start\n### 2. Next"},
		// units
		{"500", "usd", "500 GB"},
		{"30", "day", "30 minutes"},
		{"5", "day", "5 to 10 minutes"},
		{"60", "people", "$60"},
		{"60", "people", "60%"},
		{"500", "usd", "500€"},
		{"500", "usd", "€500"},
		{"12", "oz", "12%"},
		{"400", "°C", "400°F"},
		{"400", "°C", "400 degrees Fahrenheit"},
		{"3000000", "", "3m long"},
		{"3", "usd", "3m long"},
		{"3", "usd", "three cups"},
		// sign and fractions
		{"50", "", "Widget-A: -50"},
		{"-50", "", "500 - 50"},
		{"-4", "", "3-4 people"},
		{"3", "", "3/4 cup"},
		{"1", "", "1 1/3 cups"},
		{"2", "", "2½ cups"},
		{"2", "", "two and a half cups"},
		{"2", "", "two dozen"},
		{"20", "", "twenty-five"},
		{"38", "", "thirty-eight thousand"},
		// words that are no amounts
		{"1", "", "one of them"},
		{"1", "usd", "one of them"},
		{"0", "", "none, no stock, empty"},
		{"7", "", "1007"},
		{"7", "", "agent 007"},
	} {
		t.Run(c.value+c.unit+" in "+c.text, func(t *testing.T) {
			require.Empty(t, found(t, numberOf(c.value, c.unit), c.text))
		})
	}
}

func TestNumberTolerance(t *testing.T) {
	p := arena.Pattern{Number: &arena.NumberPattern{Value: "16.71", Tolerance: 0.01}}
	require.Equal(t, []string{"16.7", "16.72"}, found(t, p, "16.7 or 16.72, not 16.69 or 16.73"))
	p.Number.Tolerance = 0
	require.Empty(t, found(t, p, "16.7 or 16.72"))
}

func TestNumberOrder(t *testing.T) {
	text := words.Read("30 eggs, then 30 cups, then thirty")
	spans := mustCompile(t, numberOf("30", "")).Find(text)
	require.Equal(t, []words.Span{{Start: 0, End: 2}, {Start: 14, End: 16}, {Start: 28, End: 34}}, spans)
}
