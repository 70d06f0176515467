package nightly

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/store"
)

func TestAChangeOfTheServedModelIsNamed(t *testing.T) {
	night := func(by ...string) lab.Result {
		r := lab.Result{Planned: lab.Planned{Models: []string{"openai:m"}}}
		for _, name := range by {
			r.Served = append(r.Served, store.Served{Model: llm.Model{Provider: "openai", Name: "m"}, By: name, Calls: 1})
		}
		return r
	}
	before := Baseline{Served: served(night("m-2026-08-07"))}
	require.Empty(t, before.servedOtherwise(night("m-2026-08-07")))
	require.Empty(t, before.servedOtherwise(night()), "a night that tells nothing")
	require.Empty(t, (&Baseline{}).servedOtherwise(night("m-2026-11-01")), "a baseline of before")
	require.Equal(t, []string{"openai:m was served by m-2026-08-07 in the baseline, and by m-2026-08-07, m-2026-11-01 tonight: a change may be the provider's"},
		before.servedOtherwise(night("m-2026-08-07", "m-2026-11-01")))

	n := nightly{}
	require.Contains(t, n.report("tonight", &before, night("m-2026-11-01"), nil).Warnings, before.servedOtherwise(night("m-2026-11-01"))[0]+".")
}
