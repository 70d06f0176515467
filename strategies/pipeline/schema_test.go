package pipeline

import (
	"fmt"
	"testing"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
)

func TestSchemaKeepsItsAbstractKinds(t *testing.T) {
	var fifty []kind
	for i := range 50 {
		fifty = append(fifty, kind{Name: fmt.Sprintf("kind %d", i), Priority: []string{"low", "", "critical"}[i%3]})
	}
	s, left := abstractSchema().with(fifty, 12)
	require.Len(t, s.kinds, 12)
	require.Equal(t, 45, left)
	require.Equal(t, abstractKinds, s.kinds[:7])
	require.Equal(t, []string{"kind 2", "kind 5", "kind 8", "kind 11", "kind 14"},
		[]string{s.kinds[7].Name, s.kinds[8].Name, s.kinds[9].Name, s.kinds[10].Name, s.kinds[11].Name}, "the critical ones first")

	s, left = abstractSchema().with([]kind{{Name: "dates", LookFor: "harvest days"}, {Name: "menu"}, {Name: "menu", About: "again"}}, 7)
	require.Equal(t, 1, left)
	require.Len(t, s.kinds, 7)
	require.Equal(t, "harvest days", s.kinds[6].LookFor)
	require.Equal(t, abstractKinds[6].About, s.kinds[6].About, "what isn't said stays")
}

func TestSchemaEvolution(t *testing.T) {
	s, left := abstractSchema().with([]kind{{Name: "comment"}, {Name: "Notes"}, {Name: "Date", LookFor: "harvest days"}, {Name: "menus"}, {Name: "menu"}}, 20)
	require.Equal(t, 2, left, "what says nothing of a fact")
	require.Len(t, s.kinds, 8)
	require.Equal(t, "harvest days", s.kinds[6].LookFor, "one of what there are many of is the same")
	require.Equal(t, "menus", s.kinds[7].Name)

	proposed, _ := kindForm.Read(llm.Response{Text: `{"kinds": [{"name": "null", "about": "null"}, {"name": "", "about": "x"}, {"name": "menu", "about": "what is eaten"}]}`})
	require.Len(t, proposed.Kinds, 1, "a kind without a name is none")
}

func TestSchemaChanges(t *testing.T) {
	before := abstractSchema()
	after, _ := before.with([]kind{{Name: "Amounts", Priority: "low", LookFor: "prices"}, {Name: "menu", About: "what is eaten"}}, 20)
	require.Equal(t, []string{
		"~ amounts: counts, prices, sizes, rates and limits, with their units (prices)",
		"+ menu: what is eaten",
	}, after.changes(before))
	require.Empty(t, before.changes(before))
}
