package sandbox

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// The limits decide what programs do, as the golden steps show how they are counted: whoever changes
// one raises the version of the strategies that run programs, which is part of their trials' keys.
func TestLimits(t *testing.T) {
	require.Equal(t, "65536 1048576 65536 67108864 1000 6 4096 65536|256 16384 24 112 224 320 48 800 640",
		fmt.Sprint(mostSource, mostLength, mostList, mostMade, mostFrames, mostDepth, mostNodes, mostBytes, "|",
			perStep, longText, bytesValue, bytesProp, bytesEntry, bytesThing, bytesCall, bytesFunction, bytesGenerator))
}
