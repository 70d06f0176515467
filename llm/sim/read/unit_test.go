package read

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A noun that is asked for has the unit of the amounts that are stated in it.
func TestUnit(t *testing.T) {
	for noun, said := range map[string]string{
		"kilograms": "45 kg", "guests": "12 guests", "minutes": "30 minutes", "Grams": "20 grams", "boxes": "3 boxes", "days": "two days",
	} {
		require.Equal(t, Clauses("We need " + said + ".")[0].Values[0].Unit, Unit(noun), noun)
	}
}
