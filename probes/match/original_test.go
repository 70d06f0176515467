package match

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
)

// TestOriginalMistakes holds the texts that the original's substrings judged wrongly, with what
// its rule said of each.
func TestOriginalMistakes(t *testing.T) {
	preMoney := nearOf(6, text("pre-money"), numberOf("12000000", "usd"))
	preMoney.Near.Not = texts("post-money")
	people := arena.Pattern{Any: texts("couple", "together")}
	floor3 := arena.Pattern{Any: texts("floor 3", "third floor", "3rd floor")}
	for _, c := range []struct {
		name   string
		p      arena.Pattern
		legacy []string
		text   string
		want   bool
	}{
		{"limit with a comma", nearOf(12, text("standard"), numberOf("1000", "")), []string{"1000"}, "standard: 1,000 requests per minute", true},
		{"deadline as ISO date", dateOf(2027, 3, 15), []string{"march 15"}, "deadline 2027-03-15", true},
		{"500 inside 8,500", numberOf("500", "usd"), []string{"500"}, "budget: $8,500", false},
		{"500 inside 1,500", nearOf(12, text("Widget-A"), numberOf("500", "")), []string{"widget-a", "500"}, "Widget-A: 1,500", false},
		{"30 inside 300", nearOf(12, text("fire"), numberOf("30", "")), []string{"fire", "30"}, "fire; Widget-B 300", false},
		{"end of a range", dateOf(0, 6, 18), []string{"june 18"}, "Tokyo, June 1-18", true},
		{"June 1 inside June 10", dateOf(0, 6, 1), []string{"june 1"}, "dinner on June 10", false},
		{"fillets with a space", nearOf(6, text("fillets"), numberOf("8", "oz")), []string{"8oz"}, "fillets, 8 oz each", true},
		{"temperature of another dish", nearOf(6, text("asparagus"), numberOf("400", "°F")), []string{"400"}, "- salmon: 400F\n- asparagus: 425F", false},
		{"5 inside 425F", nearOf(4, text("egg yolks"), numberOf("5", "")), []string{"5", "egg yolk"}, "6 egg yolks, roast at 425F", false},
		{"6 Roma, serves 4", nearOf(3, arena.Pattern{Any: texts("serves", "serving")}, numberOf("6", "")), []string{"6", "serv"}, "6 Roma tomatoes\n\nServes 4", false},
		{"75 inside 175", nearOf(8, text("legal"), numberOf("75000", "usd")), []string{"75"}, "legal fees paid; burn $175K", false},
		{"millions in full", numberOf("2925000", "usd"), []string{"2.925"}, "net proceeds: $2,925,000", true},
		{"price without its zero", numberOf("1.20", "usd"), []string{"1.20"}, "$1.2 a share", true},
		{"12 of something else", preMoney, []string{"12"}, "pre-money $10M, post-money $12M", false},
		{"code inside a passport number", arena.Pattern{Identifier: "8472"}, []string{"8472"}, "passport P-847291", false},
		{"bus inside business", nearOf(8, arena.Pattern{Any: texts("bus", "buses")}, numberOf("30", "")), []string{"bus", "30"}, "business for 30", false},
		{"15 inside 150", numberOf("15000", "usd"), []string{"15"}, "engineering: $150k", false},
		{"60 inside 160", numberOf("60", "people"), []string{"60"}, "160 people", false},
		{"$60 is no head count", numberOf("60", "people"), []string{"60"}, "$60", false},
		{"third floor", floor3, []string{"floor 3"}, "on the third floor", true},
		{"couple", nearOf(5, text("Paul"), text("Quinn"), people), []string{"paul", "quinn"}, "Paul\n\nQuinn", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, len(found(t, c.p, c.text)) > 0, c.text)
			require.NotEqual(t, c.want, legacyMatch(c.text, c.legacy), "the original was right")
		})
	}
}
