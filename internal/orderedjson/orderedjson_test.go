package orderedjson_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/orderedjson"
)

func TestObject(t *testing.T) {
	o := orderedjson.Object{{Name: "b", Value: 1}, {Name: "a", Value: orderedjson.Object{{Name: "<", Value: []string{"&"}}}}, {Name: "c", Value: orderedjson.Object(nil)}}
	text, err := orderedjson.Encode(o)
	require.NoError(t, err)
	require.Equal(t, `{"b":1,"a":{"<":["&"]},"c":{}}`+"\n", string(text))
	text, err = json.Marshal(o)
	require.NoError(t, err)
	require.Equal(t, `{"b":1,"a":{"\u003c":["\u0026"]},"c":{}}`, string(text))
	_, err = orderedjson.Encode(orderedjson.Object{{Name: "f", Value: func() {}}})
	require.Error(t, err)
}
