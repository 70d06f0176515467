package nightly

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/scenarios/generate"
)

// TestSealedFileHasEverySetting: whatever the generator can be told stands in the file too, by the
// name of its flag, and arrives.
func TestSealedFileHasEverySetting(t *testing.T) {
	humps := regexp.MustCompile(`([a-z])([A-Z])`)
	settings := reflect.TypeFor[generate.Settings]()
	for i := range settings.NumField() {
		field := settings.Field(i)
		if field.Name == "ID" || field.Name == "Seed" {
			continue
		}
		name := strings.ToLower(humps.ReplaceAllString(field.Name, "${1}_$2"))
		value := map[string]string{"int": "17", "float64": "0.25", "bool": "true", "generate.Placement": "early", "generate.Facts": "{date: 3}"}[field.Type.String()]
		require.NotEmpty(t, value, "%s: %s", name, field.Type)
		doc, err := strictyaml.Parse("f.yaml", fmt.Appendf(nil, "seed: s\ngenerate: {%s: %s}\n", name, value))
		require.NoError(t, err)
		var f sealedFile
		require.Empty(t, doc.Decode(&f), name)
		want, have := reflect.ValueOf(generate.Defaults()), reflect.ValueOf(f.Generate.Settings)
		for k := range settings.NumField() {
			if k == i {
				require.NotEqual(t, want.Field(k).Interface(), have.Field(k).Interface(), name)
			} else {
				require.Equal(t, want.Field(k).Interface(), have.Field(k).Interface(), "%s beside %s", settings.Field(k).Name, name)
			}
		}
	}
}
