package eviction

import (
	"contextarena.internal/lab/simulate"
	"contextarena.internal/reports"
)

// budgetChart draws the sweep.
func budgetChart(t simulate.Table) reports.Chart {
	return simulate.Sweep{
		Name: "budgets", Title: "Hits by budget, % of the exact optimum, SIMULATED",
		Note: "Sessions of the source's experiment A. Bars: standard deviation over seeds.",
		X:    "budget, % of the tokens of a session", Y: "hits, % of the optimum",
		Columns: len(Budgets), At: func(_, column int) float64 { return 100 * Budgets[column] },
	}.Chart(t)
}
