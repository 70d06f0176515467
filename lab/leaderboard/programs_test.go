package leaderboard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/store"
)

func TestProgramsAreCounted(t *testing.T) {
	trial := func(strategy string, warnings ...string) lab.Trial {
		return lab.Trial{Trial: store.Trial{Strategy: strategy, Model: "sim:nano", Warnings: warnings}}
	}
	require.Empty(t, programs(lab.Result{Trials: []lab.Trial{trial("rlm", "cycle 1: 3 of 4 extractions were empty")}}))
	require.Equal(t, []string{
		"rllm on sim:nano: 7 of the 9 programs that the model wrote worked; arena show TRIAL says what kinds of code they were, and why the others didn't.",
		"rllm(attempts=1) on sim:nano: 1 of the 1 programs that the model wrote worked; arena show TRIAL says what kinds of code they were, and why the others didn't.",
	}, programs(lab.Result{Trials: []lab.Trial{
		trial("rllm", "cycle 1: a program of the memory model gave nothing", "4 of 5 programs worked: literal 3, regex 1"),
		trial("rllm(attempts=1)", "1 of 1 programs worked: scan 1"), trial("rllm", "3 of 4 programs worked: literal 3"), trial("window"),
	}}))
}
