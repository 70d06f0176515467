package stats_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/stats"
)

func TestJudge(t *testing.T) {
	for name, c := range map[string]struct {
		interval *stats.Interval
		allowed  stats.Bounds
		want     stats.Ruling
	}{
		"no interval":    {nil, stats.AtLeast(0.85), stats.NotEstimable},
		"above":          {&stats.Interval{Low: 0.85, High: 0.9}, stats.AtLeast(0.85), stats.Supported},
		"below":          {&stats.Interval{Low: 0.1, High: 0.84}, stats.AtLeast(0.85), stats.NotSupported},
		"across":         {&stats.Interval{Low: 0.5, High: 0.85}, stats.AtLeast(0.85), stats.Undecided},
		"at most":        {&stats.Interval{Low: 1, High: 1.3}, stats.AtMost(1.3), stats.Supported},
		"too much":       {&stats.Interval{Low: 1.4, High: 1.5}, stats.AtMost(1.3), stats.NotSupported},
		"within":         {&stats.Interval{Low: -0.05, High: 0.05}, stats.Within(0.05), stats.Supported},
		"beyond":         {&stats.Interval{Low: -0.2, High: -0.06}, stats.Within(0.05), stats.NotSupported},
		"perhaps within": {&stats.Interval{Low: -0.06, High: 0.04}, stats.Within(0.05), stats.Undecided},
	} {
		require.Equal(t, c.want, stats.Judge(c.interval, c.allowed), name)
	}
}
