package leaderboard

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// wellFormed reads a drawing to its end.
func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
	}
}

func TestSVG(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, SurvivalSVG(&b, experiment()))
	wellFormed(t, b.Bytes())
	sameAsFile(t, "survival.svg", b.Bytes())

	require.Contains(t, b.String(), "SIMULATED")

	require.ErrorContains(t, SurvivalSVG(io.Discard, played(1, map[string][]fate{"full_context": open}, "full_context")), "no survival curve to draw")
}

func TestSVGOfManyStrategies(t *testing.T) {
	fates, order := map[string][]fate{}, []string{"<script>alert(1)</script>"}
	fates[order[0]] = none
	for i := range 6 {
		name := fmt.Sprintf("rlm(depth=%d,correction_format=prose)", i+1)
		order = append(order, name)
		fates[name] = append(append([]fate{}, good[i:]...), poor[:i]...)
	}
	var b bytes.Buffer
	require.NoError(t, SurvivalSVG(&b, played(2, fates, order...)))
	wellFormed(t, b.Bytes())
	require.NotContains(t, b.String(), "<script>")
	require.Equal(t, len(order), strings.Count(b.String(), "surviving, %"), "a panel each")
}
