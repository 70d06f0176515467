package contextarena

import (
	"slices"

	"contextarena.internal/arena"
)

// Fact is one of the original's 62 probes, as its files name it.
type Fact struct {
	Text string
	Type arena.FactType
	Turn arena.Turn // the user turn that states it
	// Vacuous: what was said before that turn satisfies the original's patterns already, so its
	// rule can't see the fact come or go.
	Vacuous bool
}

// Original is a scenario of the original: its name there, its id here, and its probes in the
// original's order. That is the order of our scenario's probes that aren't extended.
type Original struct {
	Name, ID string
	Facts    []Fact
}

// Originals lists the eight scenarios in the original's order.
func Originals() []Original { return slices.Clone(originals) }

// original finds a scenario by its name.
func original(name string) (Original, bool) {
	i := slices.IndexFunc(originals, func(o Original) bool { return o.Name == name })
	if i < 0 {
		return Original{}, false
	}
	return originals[i], true
}

var originals = []Original{
	{"Early Fact Recall", "early-fact-recall", []Fact{
		{"project name Mercury", arena.Entity, 1, false},
		{"budget $347,250", arena.Quantity, 1, false},
		{"project lead Dr. Sarah Chen", arena.Entity, 1, false},
		{"deadline March 15, 2027", arena.Date, 1, false},
		{"frontend uses Svelte (corrected from React)", arena.Correction, 4, false},
		{"QA lead Marcus Williams", arena.Entity, 6, false},
		{"production region us-east-1", arena.Spatial, 7, false},
		{"backend salary $145k-$175k", arena.Quantity, 12, false},
		{"sponsor James Rodriguez VP Engineering", arena.Entity, 15, false},
		{"API rate limit 1000 req/min standard", arena.Quantity, 17, false},
	}},
	{"State Change Tracking", "state-change-tracking", []Fact{
		{"initial Widget-A: 500", arena.Quantity, 1, false},
		{"initial Widget-B: 300", arena.Quantity, 1, false},
		{"new product Gizmo-Z", arena.Entity, 4, false},
		{"Gadget-X discontinued/clearance", arena.Decision, 6, false},
		{"warehouse fire -30 Widget-B", arena.Quantity, 7, false},
		{"new product MegaPart-Q 400 units", arena.Entity, 13, false},
		{"Widget-A price $24.99", arena.Quantity, 14, false},
	}},
	{"Contradiction Resolution", "contradiction-resolution", []Fact{
		{"budget $8,500 (corrected from $5,000)", arena.Correction, 7, false},
		{"hotel Aman Tokyo (corrected from Park Hyatt)", arena.Correction, 4, false},
		{"Aman rate $500/night (corrected from $800)", arena.Correction, 15, true},
		{"Kenji lives in Shinjuku (corrected from Shibuya)", arena.Correction, 9, false},
		{"Kenji phone 090-8765-4321", arena.PhoneID, 9, false},
		{"trip dates June 1-18 (extended from June 14)", arena.Correction, 11, false},
		{"flight cost $1,350", arena.Quantity, 12, false},
		{"cooking class $95 Kyoto", arena.Quantity, 13, false},
	}},
	{"Multi-hop Reasoning", "multi-hop-reasoning", []Fact{
		{"engineering team 24 people", arena.Quantity, 2, false},
		{"floor 3 conference room 50 people", arena.Spatial, 5, false},
		{"floor 2 conference room 30 people", arena.Spatial, 5, false},
		{"catering $35 per person per meal", arena.Quantity, 8, false},
		{"3 catered meals", arena.Quantity, 8, false},
		{"2 charter buses 30 each", arena.Quantity, 11, false},
		{"keynote in largest conference room", arena.Relationship, 7, false},
		{"engineering budget $15k", arena.Quantity, 15, false},
	}},
	{"Long Horizon + Noise", "long-horizon-noise", []Fact{
		{"Dr. Martinez appointment 2:30pm Thursday", arena.Date, 1, false},
		{"patient ID RMC-2847", arena.PhoneID, 1, false},
		{"mechanic phone 555-0147", arena.PhoneID, 7, false},
		{"son's school play Friday March 14 6pm", arena.Date, 10, false},
		{"insurance policy HLT-99284-B", arena.PhoneID, 12, false},
		{"house alarm code 8472", arena.PhoneID, 16, false},
		{"passport number P-847291", arena.PhoneID, 18, false},
		{"flight UA447 gate B12 code XKRM47", arena.PhoneID, 20, false},
	}},
	{"Cascading Corrections", "cascading-corrections", []Fact{
		{"pre-money valuation $12M (corrected from $10M)", arena.Correction, 12, true},
		{"round size $3M (corrected from $2M)", arena.Correction, 8, true},
		{"Sequoia investment $1.5M", arena.Quantity, 9, false},
		{"legal fees $75K (corrected from $50K)", arena.Correction, 10, false},
		{"monthly burn $175K (corrected from $150K)", arena.Correction, 11, false},
		{"net proceeds $2.925M", arena.Quantity, 10, false},
		{"share price $1.20", arena.Quantity, 14, false},
	}},
	{"Implicit Corrections", "implicit-corrections", []Fact{
		{"8 San Marzano tomatoes (corrected from 6 Roma)", arena.Correction, 7, false},
		{"salmon 8oz fillets (corrected from 6oz)", arena.Correction, 8, false},
		{"asparagus 400F (corrected from 425F)", arena.Correction, 9, true},
		{"5 egg yolks (corrected from 6)", arena.Correction, 10, true},
		{"serves 6 (corrected from 4)", arena.Correction, 11, true},
		{"6 garlic cloves (corrected from 4)", arena.Correction, 12, true},
		{"30 ladyfingers (corrected from 24)", arena.Correction, 15, false},
	}},
	{"Rapid-fire Corrections", "rapid-fire-corrections", []Fact{
		{"Grace moved to Table 1", arena.Correction, 3, true},
		{"Jack and Iris conflict", arena.Relationship, 4, false},
		{"Paul and Quinn couple at Table 3", arena.Relationship, 6, true},
		{"Uma removed (can't make it)", arena.Correction, 11, false},
		{"Xavier added to Table 4", arena.Entity, 10, false},
		{"Frank moved to Table 3 (not immediate family)", arena.Correction, 16, true},
		{"Yuki and Zara added to Table 5", arena.Entity, 15, false},
	}},
}
