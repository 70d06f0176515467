package vary

import (
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/scenarios"
	"contextarena.internal/words"
)

// saying is a scenario in which turns are said and one fact is the amount at the first of them.
func saying(value, unit string, turns ...string) *arena.Scenario {
	s := &arena.Scenario{
		ID: "s", System: "You listen.",
		Facts:  []arena.Fact{{ID: "it", Turn: 1, Value: arena.Pattern{Number: &arena.NumberPattern{Value: value, Unit: unit}}}},
		Probes: []arena.Probe{{ID: "it", Fact: "it", Type: arena.Quantity, Kind: arena.Current, Question: "How much?"}},
	}
	s.Final.At = time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	for _, text := range turns {
		s.Turns = append(s.Turns, arena.Exchange{User: text, Assistant: "Noted."})
	}
	return s
}

func TestWhichAmountsAreLoose(t *testing.T) {
	const far = "Nothing."
	for name, c := range map[string]struct {
		value, unit string
		turns       []string
		want        bool
	}{
		"alone":                       {"4137", "usd", []string{"It costs $4,137."}, true},
		"said twice":                  {"4137", "usd", []string{"It costs $4,137.", "Those 4137 dollars!"}, true},
		"others beside it":            {"4137", "usd", []string{"It costs $4,137 and weighs 51 kg.", "The other is $8,009."}, true},
		"a sum":                       {"4137", "usd", []string{"It costs $4,137.", far, far, "$4,000 and $137 more."}, false},
		"an operand":                  {"4137", "usd", []string{"It costs $4,137.", far, far, "With the $63 that is $4,200."}, false},
		"kilos aren't dollars":        {"4137", "usd", []string{"It costs $4,137.", far, far, "It weighs 4,000 kg and 137 kg."}, true},
		"a product":                   {"4137", "usd", []string{"It costs $4,137.", far, far, "7 times $591."}, false},
		"a factor":                    {"4137", "usd", []string{"It costs $4,137.", far, far, "For 11 of them we pay $45,507."}, false},
		"half of it":                  {"4138", "usd", []string{"It costs $4,138.", far, far, "We paid $2,069."}, false},
		"a share":                     {"4137", "usd", []string{"It costs $4,137.", far, far, "15% of $27,580."}, false},
		"a rise":                      {"4140", "usd", []string{"It costs $4,140.", far, far, "15% more than $3,600."}, false},
		"a rate":                      {"17", "%", []string{"It rises by 17%.", far, far, "From $9,100 to $10,647."}, false},
		"three addends":               {"4137", "usd", []string{"It costs $4,137.", far, far, "$3,000, $901 and $236."}, false},
		"three factors":               {"4301", "usd", []string{"It costs $4,301.", far, far, "11 people, 17 days, $23."}, false},
		"small numbers far off":       {"4137", "usd", []string{"It costs $4,137.", far, far, "8 chairs, 590 steps, 7 lamps, 1 door."}, true},
		"a product and something":     {"4137", "usd", []string{"It costs $4,137: 590 for each of 7, and 7 more."}, false},
		"the same, far off":           {"4139", "usd", []string{"It costs $4,139.", far, far, "590 for each of 7, and 9 more."}, true},
		"a row that is added up":      {"4137", "usd", []string{"It costs $4,137. We have 11, 13, 5,501 and 4,137 of them.", far, far, "9,662 in all."}, false},
		"minutes between times":       {"85", "minute", []string{"It takes 85 minutes.", far, far, "From 10:20 to 11:45."}, false},
		"no minutes, so no time":      {"85", "kg", []string{"It weighs 85 kg.", far, far, "From 10:20 to 11:45."}, true},
		"days between dates":          {"37", "day", []string{"It takes 37 days.", far, far, "From March 2 to April 8."}, false},
		"written in words":            {"41", "", []string{"There are 41.", "Yes, forty-one."}, false},
		"part of an ordinal":          {"41", "", []string{"There are 41.", "The 41st is mine."}, false},
		"part of an identifier":       {"41", "", []string{"There are 41.", "Ask for room B-41."}, false},
		"in a date, which is another": {"29", "", []string{"There are 29.", "See you on March 29."}, true},
		"of two units":                {"41", "kg", []string{"It weighs 41 kg.", "It takes 41 minutes."}, false},
		"in a table":                  {"4137", "usd", []string{"It costs $4,137.\n\n| it | $4,137 |"}, false},
		"behind an article":           {"18.5", "%", []string{"We get an 18.5% discount."}, false},
		"a year":                      {"1987", "", []string{"There are 1,987 seats."}, false},
		"one digit":                   {"400", "usd", []string{"It costs $400."}, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := saying(c.value, c.unit, c.turns...)
			loose := false
			for _, a := range amountsOf(s) {
				loose = ledgerOf(s).loose(a)
			}
			require.Equal(t, c.want, loose)
		})
	}
	t.Run("in what a tool says", func(t *testing.T) {
		s := saying("4137", "usd", "It costs $4,137.")
		s.Turns[0].Tools = []arena.ToolUse{{Name: "look", Arguments: "{}", Result: "cost: $4,137"}}
		require.False(t, ledgerOf(s).loose(amountsOf(s)[0]))
		s.Turns[0].User, s.Facts[0].In = "What does it cost?", llm.Tool
		require.True(t, ledgerOf(s).loose(amountsOf(s)[0]), "where it is stated")
		s.Turns[0].Tools[0].Arguments = `{"over": 4137}`
		require.False(t, ledgerOf(s).loose(amountsOf(s)[0]), "what a tool is asked states nothing")
		s.Turns = append(s.Turns, arena.Exchange{User: "Again.", Tools: []arena.ToolUse{{Name: "look", Result: "cost: $4,137"}}})
		s.Turns[0].Tools[0].Arguments = "{}"
		require.False(t, ledgerOf(s).loose(amountsOf(s)[0]), "nor is it stated at another turn")
	})
	t.Run("spelt by a regular expression", func(t *testing.T) {
		s := saying("4137", "usd", "It costs $4,137.")
		s.Final.Rubric = []arena.Check{{Item: "it", Match: arena.Pattern{Regex: `4,?137\b`}}}
		require.False(t, ledgerOf(s).loose(amountsOf(s)[0]))
	})
}

// A value that a derived fact has as well may be that one.
func TestValuesOfTiedFactsStay(t *testing.T) {
	s := saying("4137", "usd", "It costs $4,137.")
	require.Len(t, amountsOf(s), 1)
	s.Facts = append(s.Facts, arena.Fact{ID: "sum", Turn: 1, DerivedFrom: []string{"a"}, Value: arena.Pattern{Any: []arena.Pattern{{Number: &arena.NumberPattern{Value: "4137.0"}}}}})
	require.Empty(t, amountsOf(s))
}

func TestTiedFacts(t *testing.T) {
	s := &arena.Scenario{Facts: []arena.Fact{
		{ID: "a"},
		{ID: "a-2", Supersedes: "a"},
		{ID: "a-3", Supersedes: "a-2"},
		{ID: "b", DerivedFrom: []string{"a-2"}},
		{ID: "c"},
		{ID: "c-2", Supersedes: "c"},
	}}
	require.Equal(t, map[string]bool{"a": true, "a-2": true, "a-3": true, "b": true}, tiedFacts(s))
}

func TestRewritten(t *testing.T) {
	amount := func(text string) amount {
		v, ok := new(big.Rat).SetString(text)
		require.True(t, ok)
		return amount{value: v, digits: significant(text), text: text}
	}
	for said, want := range map[string]string{
		"$347,250, 347250, 347.25k and $0.34725M": "$361,450, 361450, 361.45k and $0.36145M",
		"not 347,251 or RMC-347250":               "not 347,251 or RMC-347250",
		"347,250.00 dollars":                      "361,450.00 dollars",
	} {
		require.Equal(t, want, rewritten(said, amount("347250"), amount("361450")))
	}
	require.Equal(t, "costs $13.90", rewritten("costs $12.50", amount("12.5"), amount("13.9")))
}

// Every amount stays where it is among all numbers, and as long and as round as it was; nothing but
// amounts of independent facts changes.
func TestNumbersKeepTheirPlace(t *testing.T) {
	for _, s := range subjects(t) {
		for seed := range uint64(3) {
			v := fresh(s)
			if numbers(v, rand.New(rand.NewPCG(seed, 1))) != nil {
				continue
			}
			was, is := ledgerOf(s).values(), ledgerOf(v).values()
			require.Len(t, is, len(was))
			changed := 0
			for i := range was {
				if was[i].Cmp(is[i]) == 0 {
					continue
				}
				changed++
				for j := range was {
					require.Equal(t, was[i].Cmp(was[j]), is[i].Cmp(is[j]), "%s: %s and %s", s.ID, was[i], was[j])
				}
			}
			require.Positive(t, changed)
			for i, f := range v.Facts {
				old := s.Facts[i]
				if old.Value.Number == nil || *old.Value.Number == *f.Value.Number {
					require.Equal(t, old.Value, f.Value)
					continue
				}
				require.False(t, tiedFacts(s)[f.ID])
				require.Len(t, f.Value.Number.Value, len(old.Value.Number.Value))
				require.Equal(t, old.Value.Number.Value[0], f.Value.Number.Value[0])
			}
		}
	}
}

func TestUnitsOf(t *testing.T) {
	require.Equal(t, words.Read("2 kg").Amounts()[0].Units, unitsOf("kg"))
	require.Equal(t, []string{"usd"}, unitsOf("usd"))
	require.Nil(t, unitsOf("people"))
	require.Nil(t, unitsOf(""))
}

// A value that a tool's result states is changed there too, and the variant still states it.
func TestChangesReachToolResults(t *testing.T) {
	const file = `id: bikes
name: Bikes
suite: own
system: You look things up.
turns:
  - at: 2026-11-02 09:15
    user: Who runs the workshop, which frame is the odd one, and how much does it weigh?
    tools:
      - call: look_up
        result: |
          head       | frame     | weight_kg
          -----------+-----------+----------
          Odile Pell | VR-20771  |   17.3 kg
    assistant: There you are.
final: {at: 2026-11-02 10:00, question: Sum up., pass: 1, rubric: [{item: the frame, match: {identifier: VR-20771}}]}
facts:
  - {id: head, turn: 1, in: tool, text: Odile Pell is the head, question: Who runs the workshop?, value: Pell}
  - {id: frame, turn: 1, in: tool, text: the frame is VR-20771, question: Which frame is the odd one?, value: {identifier: VR-20771}}
  - {id: weight, turn: 1, in: tool, text: the weight is 17.3 kg, question: How much does it weigh?, value: {number: "17.3", unit: kg}}
probes:
  - {fact: head, type: relationship, kind: current, extended: true}
  - {fact: frame, type: phone/id, kind: current, extended: true}
  - {fact: weight, type: quantity, kind: current, extended: true}
`
	s, err := scenarios.Parse("bikes.yaml", []byte(file))
	require.NoError(t, err)
	for change, gone := range map[string][]string{"rename": {"Pell", "20771"}, "numbers": {"17.3"}} {
		v, err := Make(s, change, 1)
		require.NoError(t, err, change)
		for _, text := range gone {
			require.NotContains(t, v.Turns[0].Tools[0].Result, text)
		}
		require.Equal(t, llm.Tool, v.Facts[0].In)
	}
}
