package store

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// rows reads a table.
func rows(t *testing.T, d *DB, name string, experiment int64) (head []string, all []map[string]any) {
	t.Helper()
	require.NoError(t, d.Table(t.Context(), name, experiment, func(columns []string) error { head = columns; return nil }, func(cells []any) error {
		row := map[string]any{}
		for i, c := range cells {
			row[head[i]] = c
		}
		all = append(all, row)
		return nil
	}))
	return head, all
}

func TestTables(t *testing.T) {
	d := fresh(t)
	for _, name := range Tables {
		head, all := rows(t, d, name, 0)
		require.Equal(t, "experiment", head[0])
		require.Empty(t, all)
	}
	begin(t, d, "e")
	save(t, d, "e", 1)
	begin(t, d, "f")
	save(t, d, "f", 2)
	require.NoError(t, d.SaveQuestions(t.Context(), "scorer-1", []Question{
		{Probe: arena.Probe{ID: sampleScore(1).Findings[0].Probe, Type: arena.Entity, Kind: arena.Current, Question: "Who?"}, Turn: 3, Expected: "it is Ann"},
	}))
	pay(t, d, "e", 0.5)
	l := ledger(t, d, "e")
	number, err := l.Begin(llm.Attempt{Key: llm.Key{1, 2}, Model: model, ReservedUSD: 2, Texts: 7})
	require.NoError(t, err)
	_, attempts := rows(t, d, "attempts", 1)
	require.Len(t, attempts, 2)
	require.Equal(t, []any{"answered", 0.5, nil}, []any{attempts[0]["fate"], attempts[0]["paid_usd"], attempts[0]["texts"]})
	require.Equal(t, []any{number, "010200000000", int64(1), "sim:reader", "unknown", 2.0, nil, int64(7)}, []any{
		attempts[1]["attempt"], attempts[1]["request"], attempts[1]["try"], attempts[1]["asked"], attempts[1]["fate"],
		attempts[1]["reserved_usd"], attempts[1]["paid_usd"], attempts[1]["texts"],
	})
	rec, score := sampleRecord(1), sampleScore(1)
	for name, want := range map[string]int{"trials": 1, "cycles": len(rec.Cycles), "calls": len(rec.Calls)} {
		_, all := rows(t, d, name, 1)
		require.Len(t, all, want, name)
		_, both := rows(t, d, name, 0)
		require.Greater(t, len(both), len(all), name)
	}
	_, verdicts := rows(t, d, "verdicts", 1)
	n := 0
	for i, f := range score.Findings {
		for range f.Verdicts {
			row := verdicts[n]
			n++
			require.Equal(t, f.Probe, row["probe"])
			v := f.At(arena.Level(row["level"].(string)))
			require.Equal(t, string(v.Result), row["verdict"])
			switch v.Level {
			case arena.LevelAnswer:
				require.Equal(t, rec.Probes[i].Text, row["answer"])
			case arena.LevelFinal:
				require.Equal(t, rec.Final.Text, row["answer"])
			default:
				require.Nil(t, row["answer"])
			}
			if i == 0 {
				require.Equal(t, []any{"Who?", "it is Ann", int64(3), "entity"}, []any{row["question"], row["expected"], row["stated_in_turn"], row["type"]})
			} else {
				require.Nil(t, row["question"])
			}
		}
	}
	require.Len(t, verdicts, n)
	_, cycles := rows(t, d, "cycles", 1)
	require.Equal(t, rec.Cycles[0].Text, cycles[0]["memory"])
	stop := errors.New("enough")
	require.ErrorIs(t, d.Table(t.Context(), "calls", 0, func([]string) error { return nil }, func([]any) error { return stop }), stop)
}

// Rows come in the order of the keys: no table is sorted in memory, however large it is.
func TestTablesAreNotSorted(t *testing.T) {
	d := fresh(t)
	for _, name := range Tables {
		for _, where := range []string{"", " WHERE experiment = 1"} {
			found, err := d.reads.Query(`EXPLAIN QUERY PLAN SELECT * FROM export_` + name + where)
			require.NoError(t, err)
			for found.Next() {
				var id, parent, unused int
				var detail string
				require.NoError(t, found.Scan(&id, &parent, &unused, &detail))
				require.NotContains(t, detail, "TEMP B-TREE FOR ORDER BY", name) // what is within a trial may be
				require.NotRegexp(t, `SCAN (v|f|c|a|x|t|m|q)\b`, detail, name)
			}
			require.NoError(t, found.Close())
		}
	}
}
