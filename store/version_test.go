package store

import (
	"database/sql"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/probes"
)

var update = flag.Bool("update", false, "write the database of the latest version in testdata anew")

// asOf is the sample as a version of the schema could hold it.
func asOf(version int, rec arena.Record, score probes.Score) (arena.Record, probes.Score) {
	if version < 2 {
		rec.Again = nil
		for i := range rec.Probes {
			rec.Probes[i].Key, rec.Probes[i].LogProbs = llm.Key{}, nil
		}
		for i, f := range score.Findings {
			score.Findings[i] = &probes.Finding{Probe: f.Probe, Exposed: f.Exposed, LostAt: f.LostAt, Place: f.Place, Verdicts: f.Verdicts}
		}
	}
	if version < 4 {
		for i := range rec.Cycles {
			rec.Cycles[i].Tokens = 0
		}
	}
	if version < 6 {
		rec.Experience = nil
	}
	if version < 8 {
		for i := range rec.Cycles {
			rec.Cycles[i].Delivery = arena.Delivery{}
		}
	}
	return rec, score
}

// Every database that a released arena wrote still opens, also for reading, with everything in it.
func TestOldVersions(t *testing.T) {
	if *update {
		golden := "testdata/v" + strconv.Itoa(latest) + ".db"
		require.NoError(t, os.RemoveAll(golden))
		d := open(t, golden)
		begin(t, d, "e")
		save(t, d, "e", 1)
		key, req, resp := sampleReply(1)
		require.NoError(t, d.Store(t.Context(), key, req, resp))
		require.NoError(t, d.StoreEmbeddings(t.Context(), model, []embed.Key{embed.KeyOf(model, "a")}, []llm.Vector{{1, -0.5}}))
		require.NoError(t, d.SaveMeasurements(t.Context(), []Measurement{sampleMeasurement(1)}))
		require.NoError(t, d.SaveJudgement(t.Context(), sampleJudge, sampleJudgement(1)))
		require.NoError(t, d.SaveJudged(t.Context(), "e", sampleJudged()))
		pay(t, d, "e", 0.5)
		require.NoError(t, d.Finish(t.Context(), "e", Complete, ""))
		require.NoError(t, d.Close())
	}
	for version := 1; version <= latest; version++ {
		t.Run(strconv.Itoa(version), func(t *testing.T) {
			path := oldDatabase(t, version)
			d, err := Open(t.Context(), path, Options{ReadOnly: true})
			require.NoError(t, err)
			read := mustExperiments(t, d)
			require.NoError(t, d.Close())
			d = open(t, path)
			want := sampleExperiment("e")
			want.Number, want.Status, want.PaidUSD = 1, Complete, 0.5
			if version < 9 {
				want.Given = nil
			}
			require.Equal(t, []Experiment{want}, mustExperiments(t, d))
			require.Equal(t, 1, count(t, d, `SELECT count(*) FROM summaries`))
			require.Equal(t, []Experiment{want}, read)
			record, score := asOf(version, sampleRecord(1), sampleScore(1))
			rec, err := d.Record(t.Context(), sampleTrial(1).Key)
			require.NoError(t, err)
			require.Equal(t, record, rec)
			scores, err := d.Scores(t.Context(), "e")
			require.NoError(t, err)
			require.Equal(t, map[arena.TrialKey]ScoreRow{sampleTrial(1).Key: {Scorer: "scorer-1", Score: score}}, scores)
			key, _, resp := sampleReply(1)
			got, ok, err := d.Lookup(t.Context(), key)
			require.NoError(t, err)
			require.True(t, ok)
			require.Equal(t, resp, got)
			vectors, err := d.LookupEmbeddings(t.Context(), []embed.Key{embed.KeyOf(model, "a")})
			require.NoError(t, err)
			if version < 5 {
				require.Equal(t, []llm.Vector{nil}, vectors)
			} else {
				require.Equal(t, []llm.Vector{{1, -0.5}}, vectors)
			}
			measured, err := d.Measurements(t.Context(), []arena.TrialKey{sampleTrial(1).Key})
			require.NoError(t, err)
			if version < 7 {
				require.Empty(t, measured)
			} else {
				require.Equal(t, map[arena.TrialKey]Measurement{sampleTrial(1).Key: sampleMeasurement(1)}, measured)
			}
			said, err := d.Judgements(t.Context(), sampleJudge)
			require.NoError(t, err)
			if version < 10 {
				require.Empty(t, said)
			} else {
				require.Equal(t, map[Subject]Judgement{sampleJudgement(1).Subject: sampleJudgement(1)}, said)
			}
			judged, err := d.Judged(t.Context(), 1)
			require.NoError(t, err)
			if version < 18 {
				require.Nil(t, judged)
			} else {
				require.Equal(t, new(sampleJudged()), judged)
			}
			balance, err := d.Balance(t.Context(), "e")
			require.NoError(t, err)
			if version < 11 {
				require.Equal(t, Balance{PaidUSD: 0.5}, balance)
			} else {
				require.Equal(t, Balance{PaidUSD: 0.5, Attempts: 1}, balance)
			}
			require.Equal(t, latest, count(t, d, `PRAGMA user_version`))

			save(t, d, "e", 2)
			rec, err = d.Record(t.Context(), sampleTrial(2).Key)
			require.NoError(t, err)
			require.Equal(t, sampleRecord(2), rec, "new trials beside old ones")
		})
	}
}

// Before experiments had a kind their plans told; every old database is told anew, as the program did.
func TestKindsOfOldVersions(t *testing.T) {
	plans := map[Kind][]string{
		KindRun:       {`{"suite":"original","strategies":["rlm"]}`, `{"space":"","suite":"original"}`, `{"learn":null,"evolve":null}`, "strategies: [rlm]\n", ""},
		KindSweep:     {`{"suite":"original","strategies":null,"points":[],"space":"depth: [1, 2]\n"}`},
		KindEvolution: {`{"evolve":{"suite":"extended"}}`},
		KindLearning:  {`{"learn":{"strategy":"episodic"}}`},
		KindImport:    {`{"imported":{"from":"context-arena","files":[]}}`},
	}
	for version := 1; version < 9; version++ {
		t.Run(strconv.Itoa(version), func(t *testing.T) {
			path := oldDatabase(t, version)
			db, err := sql.Open("sqlite3", dsn(path, "mode=rw"))
			require.NoError(t, err)
			want := map[string]Kind{"e": KindRun}
			for kind, texts := range plans {
				for i, plan := range texts {
					id := fmt.Sprint(kind, i)
					want[id] = kind
					_, err := db.Exec(`INSERT INTO experiments (id, name, plan, created, program, status, note, paid_usd, simulated, last_run)
						VALUES (?, '', ?, '2026-03-04T05:06:07Z', '', 'complete', '', 0, 0, ?)`, id, plan, len(want)+1)
					require.NoError(t, err)
				}
			}
			require.NoError(t, db.Close())
			got := map[string]Kind{}
			for _, e := range mustExperiments(t, open(t, path)) {
				got[e.ID] = e.Kind
				require.Nil(t, e.Given)
			}
			require.Equal(t, want, got)
		})
	}
}

// oldDatabase is a copy of the database that a version wrote.
func oldDatabase(t *testing.T, version int) string {
	t.Helper()
	b, err := os.ReadFile("testdata/v" + strconv.Itoa(version) + ".db")
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "old.db")
	require.NoError(t, os.WriteFile(path, b, 0o600))
	return path
}

func TestMigrationsEndAtLatest(t *testing.T) {
	files, err := migrations.ReadDir("migrations")
	require.NoError(t, err)
	require.Len(t, files, latest)
	for i, f := range files {
		b, err := migrations.ReadFile("migrations/" + f.Name())
		require.NoError(t, err)
		require.Regexp(t, fmt.Sprintf(`^%05d_`, i+1), f.Name())
		require.Regexp(t, regexp.MustCompile(`PRAGMA user_version = `+strconv.Itoa(i+1)+`;\s*$`), string(b), "a migration sets the version last")
	}
	require.Equal(t, applicationID, count(t, fresh(t), `PRAGMA application_id`))
}

// The queries of whole experiments use the keys, not scans of whole tables.
func TestQueryPlans(t *testing.T) {
	d := fresh(t)
	for _, table := range []string{"verdicts", "findings", "rubric", "calls", "answers", "cycles"} {
		rows, err := d.reads.Query(`EXPLAIN QUERY PLAN SELECT * FROM `+table+` WHERE trial `+inExperiment+` ORDER BY trial`, "e")
		require.NoError(t, err)
		for rows.Next() {
			var id, parent, unused int
			var detail string
			require.NoError(t, rows.Scan(&id, &parent, &unused, &detail))
			require.NotRegexp(t, `SCAN `+table+`|TEMP B-TREE FOR ORDER`, detail)
		}
		require.NoError(t, rows.Close())
	}
}
