package pipeline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestKindsIn(t *testing.T) {
	seating := kind{Name: "seating", What: "who sits where"}
	for name, c := range map[string]struct {
		reply string
		want  []kind
	}{
		"as asked":         {`{"types": [{"name": "Seating", "what": "who sits\nwhere"}]}`, []kind{seating}},
		"prose around":     {"Here you are:\n```json\n{\"types\": [{\"name\": \"seating\", \"what\": \"who sits where\"}]}\n```\nAsk me for more {any time}.", []kind{seating}},
		"no wrapping":      {`[{"name": "seating", "what": "who sits where"}, {"name": "menu"}]`, []kind{seating, {Name: "menu"}}},
		"lines":            {"{\"name\": \"seating\", \"what\": \"who sits where\"}\n{\"name\": \"menu\"}", []kind{seating, {Name: "menu"}}},
		"another wrapping": {`{"schema": {"version": 2, "fact_types": [{"name": "seating", "what": "who sits where"}]}}`, []kind{seating}},
		"cut":              {`{"types": [{"name": "seating", "what": "who sits where"}, {"name": "menu", "wh`, []kind{seating}},
		"wrong types":      {`{"types": [{"name": 3}, {"name": "seating", "what": "who sits where"}, {"name": ["menu"]}]}`, []kind{seating}},
		"no name":          {`{"types": [{"name": " ", "what": "x"}]}`, nil},
		"empty":            {"", nil},
		"other language":   {"Diese Unterhaltung hat keine weiteren Arten von Fakten.", nil},
		"only brackets":    {strings.Repeat("{", 100_000), nil},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, kindsIn(c.reply)) })
	}
}

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

	s, left = abstractSchema().with([]kind{{Name: "dates", LookFor: "harvest days"}, {Name: "menu"}, {Name: "menu", What: "again"}}, 7)
	require.Equal(t, 1, left)
	require.Len(t, s.kinds, 7)
	require.Equal(t, "harvest days", s.kinds[6].LookFor)
	require.Equal(t, abstractKinds[6].What, s.kinds[6].What, "what isn't said stays")
}

func TestSchemaChanges(t *testing.T) {
	before := abstractSchema()
	after, _ := before.with([]kind{{Name: "amounts", Priority: "low", Format: "amount -> of what"}, {Name: "menu"}}, 20)
	require.Equal(t, []string{
		`~ {"name":"amounts","what":"counts, prices, sizes, rates and limits, with their units","format":"amount -> of what","priority":"high"}`,
		`+ {"name":"menu"}`,
	}, withoutLookFor(after.changes(before)))
	require.Empty(t, before.changes(before))
}

func withoutLookFor(lines []string) []string {
	for i, line := range lines {
		before, rest, ok := strings.Cut(line, `"look_for":"`)
		if ok {
			_, rest, _ = strings.Cut(rest, `",`)
			lines[i] = before + rest
		}
	}
	return lines
}

func FuzzKindsIn(f *testing.F) {
	f.Add(`{"types": [{"name": "seating"}]}`)
	f.Add(`{"name": "a", "what": {"name": "b"}}`)
	f.Fuzz(func(t *testing.T, reply string) {
		kinds := kindsIn(reply)
		require.LessOrEqual(t, len(kinds), maxKinds)
		for _, k := range kinds {
			require.NotEmpty(t, k.Name)
			require.NotContains(t, k.text(), "\n")
		}
	})
}
