package lab

import (
	"slices"
	"strings"
)

// The controls: what every strategy is read against. None shows what can be guessed, FullContext
// what can be answered from everything, Oracle from the evidence alone.
const (
	None        = "none"
	FullContext = "full_context"
	Oracle      = "oracle"
)

// ControlNames lists the controls.
var ControlNames = []string{FullContext, None, Oracle}

// layerControls are what a layer over rlm is read against. A leaderboard without them lacks nothing.
var layerControls = []string{"perfect_delivery", "placebo"}

// IsControl reports whether a strategy's label is that of a control, at whatever budget and settings.
func IsControl(label string) bool {
	name, _, _ := strings.Cut(WithoutBudget(label), "(")
	return slices.Contains(ControlNames, WithoutBudget(label)) || slices.Contains(layerControls, name)
}
