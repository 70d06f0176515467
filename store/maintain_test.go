package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/thorough"
)

// alone opens an existing database for writing, without a writer's goroutine, and closes it after do.
func alone(ctx context.Context, path string, do func(*sql.DB) error) error {
	db, conn, err := openForWriting(ctx, path)
	if err != nil {
		return err
	}
	if err = conn.Close(); err == nil { // the pool keeps the connection
		err = do(db)
	}
	return errors.Join(err, db.Close())
}

// faults are what a check of a database finds; everything is one.
func faults(t testing.TB, path string) (found []string) {
	t.Helper()
	d, err := Open(t.Context(), path, Options{ReadOnly: true})
	require.NoError(t, err)
	checked, err := d.Check(t.Context(), CheckOptions{})
	require.NoError(t, err)
	for _, c := range checked {
		found = append(found, c.Faults...)
	}
	require.NoError(t, d.Close())
	return found
}

func TestCheckOfASoundDatabase(t *testing.T) {
	path := filled(t, 2)
	d, err := Open(t.Context(), path, Options{ReadOnly: true})
	require.NoError(t, err)
	checked, err := d.Check(t.Context(), CheckOptions{})
	require.NoError(t, err)
	for _, c := range checked {
		require.NotZero(t, c.N, c.What)
		require.Empty(t, c.Faults, c.What)
	}
	require.NoError(t, d.Close())
}

// A check finds every changed bit, and every page that changed at all.
func TestCheckFindsEveryChange(t *testing.T) {
	path := filled(t, 2)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for n := range 150 {
		r := rand.New(rand.NewPCG(13, uint64(n)))
		b := bytes.Clone(whole)
		how := damage[n%len(damage)](r, b)
		if bytes.Equal(b, whole) {
			continue
		}
		require.NoError(t, os.WriteFile(path, b, 0o600))
		if d, err := Open(t.Context(), path, Options{ReadOnly: true}); err == nil {
			require.NoError(t, d.Close())
			require.NotEmpty(t, faults(t, path), "case %d: %s", n, how)
		}
	}
}

// What sums can't see: rows that another program changed by the rules.
func TestCheckOfTextsAndReferences(t *testing.T) {
	path := filled(t, 2)
	require.NoError(t, alone(t.Context(), path, func(db *sql.DB) error {
		for _, do := range []string{
			`PRAGMA foreign_keys = OFF`,
			`UPDATE texts SET body = body || '!' WHERE id = 3`,
			`UPDATE contexts SET body = CAST(body || x'00' AS BLOB) WHERE id = 2`,
			`DELETE FROM judges`,
			`DELETE FROM replies`,
			`UPDATE trials SET used = unhex(replace(hex(used), hex('TranscriptTokens'), hex('TranscriptTexts!'))) WHERE id = 2`,
			`INSERT INTO attempts (key, try, model, reserved_usd, fate) SELECT key, 1, 1, 1, 'answered' FROM calls WHERE key IS NOT NULL LIMIT 1`,
		} {
			if _, err := db.Exec(do); err != nil {
				return err
			}
		}
		return nil
	}))
	found := strings.Join(faults(t, path), "\n")
	require.Contains(t, found, "text 3 isn't what its hash says")
	require.Contains(t, found, "context 2 isn't what its hash says")
	require.Contains(t, found, "the summary of trial number 2 isn't what its rows give")
	require.Contains(t, found, "2 rows of judgements name a row of judges that isn't there")
	require.Regexp(t, `the reply [0-9a-f]{12} was paid for and used by 1 trials, and isn't kept`, found)
	require.Contains(t, found, "has to be played again", "a context that can't be unpacked")
	mended, _, _ := repair(t, path)
	found = strings.Join(faults(t, mended), "\n")
	require.Contains(t, found, "text 3 isn't what its hash says", "it can be read, so it stays")
	require.NotContains(t, found, "isn't there")
}

// repair writes what can be read of a database to a new file.
func repair(t testing.TB, path string) (mended string, tables []string, trials []Trial) {
	t.Helper()
	d, err := Open(t.Context(), path, Options{ReadOnly: true})
	require.NoError(t, err)
	mended = filepath.Join(t.TempDir(), "mended.db")
	tables, trials, err = d.Repair(t.Context(), mended)
	require.NoError(t, err)
	require.NoError(t, d.Close())
	left, err := os.ReadDir(filepath.Dir(mended))
	require.NoError(t, err)
	require.Len(t, left, 1)
	return mended, tables, trials
}

// pageOf is the page of a table's leaf that holds a text.
func pageOf(t testing.TB, path, text string) (at int) {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	at = bytes.Index(b, []byte(text))
	require.Positive(t, at)
	return at / 4096 * 4096
}

func spoil(t testing.TB, path string, at int) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	_, err = f.WriteAt([]byte{0xa5}, int64(at))
	require.NoError(t, err)
	require.NoError(t, f.Close())
}

// A trial is finished only if all of each of its rows can be read: pages in which a long value goes on, too.
func TestFinishedReadsAllRows(t *testing.T) {
	const trials = 4
	path := filled(t, trials)
	long := map[string]string{
		"messages": "refs", "cycles": "gone", "answers": "logprobs", "calls": "prompt", "experiences": "taught", "scores": "scorer",
	}
	require.NoError(t, alone(t.Context(), path, func(db *sql.DB) error {
		for table, column := range long {
			value := `printf('%.9000c', 'x')`
			if column == "prompt" {
				value = `zeroblob(9000)`
			}
			if _, err := db.Exec(`UPDATE ` + table + ` SET ` + column + ` = ` + value + ` WHERE trial = (SELECT max(trial) FROM ` + table + `)`); err != nil {
				return fmt.Errorf("%s: %w", table, err)
			}
		}
		return nil
	}))
	d, err := Open(t.Context(), path, Options{ReadOnly: true})
	require.NoError(t, err)
	for table := range long {
		columns, err := list(t.Context(), d, "read columns", column[string], `SELECT name FROM pragma_table_info(?) WHERE pk = 0 ORDER BY cid`, table)
		require.NoError(t, err)
		require.Regexp(t, `max\(`+strings.Join(columns, ", ")+`(, 0)?\)\) FROM `+table, touched)
	}
	require.NoError(t, d.Close())
	keys := make([]arena.TrialKey, trials)
	for n := range keys {
		keys[n] = sampleTrial(n).Key
	}
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	var pages []int
	for at := 0; at < len(whole); at += 4096 {
		pages = append(pages, at)
	}
	refused := 0
	for _, at := range thorough.Some(60, pages) {
		require.NoError(t, os.WriteFile(path, whole, 0o600))
		spoil(t, path, at+2000)
		d, err := Open(t.Context(), path, Options{ReadOnly: true})
		if err != nil {
			continue // the first page, or one of the schema
		}
		readable := true
		for table := range long {
			err := d.look(t.Context(), func(r *reader) error { return r.each(`SELECT * FROM `+table, nil, nothingOf) })
			readable = readable && err == nil
		}
		if !readable {
			refused++
			_, err := d.Finished(t.Context(), keys)
			var lost *Damaged
			require.ErrorAs(t, err, &lost, "page %d", at/4096)
		}
		require.NoError(t, d.Close())
	}
	t.Logf("%d of %d pages", refused, len(pages))
	require.Greater(t, refused, thorough.Times(1, 3)*len(long), "pages of rows and of what goes on from them")
}

// A trial whose finding can't be read is named, though all else of it can be.
func TestDamagedFinding(t *testing.T) {
	path := filled(t, 3)
	d := open(t, path)
	s := sampleScore(1)
	s.Findings[0].Probe = strings.Repeat("a long probe ", 1000)
	require.NoError(t, d.SaveScore(t.Context(), sampleTrial(1).Key, "s", s))
	require.NoError(t, d.Close())
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	spoil(t, path, bytes.LastIndex(b, []byte("a long probe")))
	d = open(t, path)
	_, err = d.Record(t.Context(), sampleTrial(1).Key)
	require.NoError(t, err)
	lost := d.DamagedTrials(t.Context())
	require.Len(t, lost, 1)
	require.Equal(t, sampleTrial(1).Key, lost[0].Key)
}

// A damaged trial isn't finished, is named, and can be played again once it was taken out; the others stay.
func TestRepair(t *testing.T) {
	const trials = 6
	path := filled(t, trials)
	at := pageOf(t, path, "reply 20 of trial 3")
	spoil(t, path, at+100)
	keys := make([]arena.TrialKey, trials)
	for n := range keys {
		keys[n] = sampleTrial(n).Key
	}
	d := open(t, path)
	_, err := d.Record(t.Context(), keys[3])
	var lost *Damaged
	require.ErrorAs(t, err, &lost)
	require.ErrorContains(t, err, "is damaged: to be played again: trial ")
	require.ErrorContains(t, err, sampleTrial(3).Key.Short()+" (rlm(depth=2), early-fact-recall, sim:reader, repeat 3)")
	require.ErrorContains(t, err, "arena db repair OTHER --db "+path)
	damagedOnes := map[arena.TrialKey]bool{}
	for _, l := range lost.Trials {
		damagedOnes[l.Key] = true
	}
	require.Less(t, len(damagedOnes), trials)
	require.NoError(t, d.Close())

	before, err := os.ReadFile(path)
	require.NoError(t, err)
	mended, tables, gone := repair(t, path)
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, before, after, "the damaged file is left as it is")
	require.Equal(t, []string{"texts"}, tables[:1])
	require.Len(t, gone, len(damagedOnes))
	require.Empty(t, faults(t, mended))
	path = mended
	d = open(t, path)
	require.Equal(t, "interrupted", mustExperiment(t, d, "e").Status)
	finished, err := d.Finished(t.Context(), keys)
	require.NoError(t, err)
	for n, key := range keys {
		_, there := finished[key]
		require.Equal(t, !damagedOnes[key], there, "trial %d", n)
		if there {
			rec, err := d.Record(t.Context(), key)
			require.NoError(t, err)
			require.Equal(t, sampleRecord(n), rec)
		} else {
			save(t, d, "e", n)
		}
	}
	require.NoError(t, d.Close())
	require.Empty(t, faults(t, path))
}

// Wherever one page of a database is damaged, a repair leaves a sound one in which the lost trials can be played again and all
// else is what it was; or says that it can't; or that the ledger or what is no trial's lost rows.
func TestRepairOfAnyPage(t *testing.T) {
	const trials = 2
	path := filled(t, trials)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	want, err := all(t, path, trials)
	require.NoError(t, err)
	repaired, same := 0, 0
	step := thorough.Times(17, 2)
	for page := 1; page < len(whole)/4096; page += step {
		name := filepath.Join(t.TempDir(), "arena.db")
		b := bytes.Clone(whole)
		b[page*4096+page%4000] ^= 0x10
		require.NoError(t, os.WriteFile(name, b, 0o600))
		d, err := Open(t.Context(), name, Options{ReadOnly: true})
		if err != nil {
			continue // the list of tables
		}
		mended := filepath.Join(t.TempDir(), "mended.db")
		tables, gone, err := d.Repair(t.Context(), mended)
		require.NoError(t, d.Close())
		if err != nil {
			require.ErrorContains(t, err, "damaged", "page %d", page+1)
			require.NoFileExists(t, mended)
			continue
		}
		repaired++
		require.Empty(t, faults(t, mended), "page %d", page+1)
		got, err := all(t, mended, trials)
		if len(tables) == 0 && len(gone) == 0 {
			require.NoError(t, err)
			same++
			for _, es := range [][]any{want, got} { // but for what a repair says of experiments
				for i, e := range es[0].([]Experiment) {
					e.Status, e.Note = "", ""
					es[0].([]Experiment)[i] = e
				}
			}
			require.Equal(t, want, got, "page %d: nothing is said to be lost", page+1)
		}
	}
	require.Greater(t, repaired, len(whole)/4096/step/2)
	t.Logf("%d repaired, %d of them without a loss", repaired, same)
}

func mustExperiment(t testing.TB, d *DB, id string) Experiment {
	t.Helper()
	e, err := d.experiment(t.Context(), id)
	require.NoError(t, err)
	return e
}

func TestBackup(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	d := open(t, path) // and stays open: all but the schema is in the log
	begin(t, d, "e")
	save(t, d, "e", 1)
	out := filepath.Join(t.TempDir(), "copy.db")
	r, err := Open(t.Context(), path, Options{ReadOnly: true})
	require.NoError(t, err)
	size, err := r.Backup(t.Context(), out)
	require.NoError(t, err)
	info, err := os.Stat(out)
	require.NoError(t, err)
	require.Equal(t, info.Size(), size)
	_, err = r.Backup(t.Context(), out)
	require.ErrorContains(t, err, out+" is there already, and isn't replaced")
	_, err = r.Backup(t.Context(), filepath.Join(out, "no", "x.db"))
	require.Error(t, err)
	require.NoError(t, r.Close())
	left, err := os.ReadDir(filepath.Dir(out))
	require.NoError(t, err)
	require.Len(t, left, 1)
	require.Empty(t, faults(t, out))
	rec, err := open(t, out).Record(t.Context(), sampleTrial(1).Key)
	require.NoError(t, err)
	require.Equal(t, sampleRecord(1), rec)
}

// What a killed backup left is removed by the next one to that folder; what another writes at the time isn't, nor other files.
func TestLeftoversOfBackups(t *testing.T) {
	d := open(t, filled(t, 1))
	dir := t.TempDir()
	dead, alive, other := filepath.Join(dir, ".arena-db.123"), filepath.Join(dir, ".arena-db.456"), filepath.Join(dir, ".arena-db.txt")
	for _, name := range []string{dead, dead + "-journal", alive, alive + "-journal", other} {
		require.NoError(t, os.WriteFile(name, []byte("part"), 0o600))
	}
	f, err := held(os.Open(alive))
	require.NoError(t, err)
	_, err = d.Backup(t.Context(), filepath.Join(dir, "copy.db"))
	require.NoError(t, err)
	require.NoError(t, f.Close())
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.ElementsMatch(t, []string{filepath.Join(dir, "copy.db"), alive, alive + "-journal", other}, left)
}

// A quick check says of how many rows it looked at how many, and looks at the same ones each time.
func TestQuickCheck(t *testing.T) {
	d, err := Open(t.Context(), filled(t, 12), Options{ReadOnly: true})
	require.NoError(t, err)
	defer d.Close()
	ticks, last := 0, 0
	o := CheckOptions{Quick: true, Progress: func(done, total int) {
		ticks++
		require.Equal(t, ticks, done)
		require.LessOrEqual(t, done, total)
		last = total
	}}
	quick, err := d.Check(t.Context(), o)
	require.NoError(t, err)
	read, sampled := 0, 0
	for _, c := range quick {
		require.Empty(t, c.Faults, c.What)
		switch c.What {
		case "trials", "texts", "contexts":
			read += c.N
		}
		if c.Of > 0 {
			sampled++
			require.Greater(t, c.Of, QuickOf, c.What)
			require.LessOrEqual(t, c.N, QuickOf, c.What)
			require.Greater(t, c.N, QuickOf/4, c.What)
		}
	}
	require.Positive(t, sampled)
	require.Equal(t, read, ticks)
	require.InDelta(t, last, ticks, 3)
	ticks = 0
	again, err := d.Check(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, quick, again)
}

// A damaged database has no backup that looks sound.
func TestBackupOfADamagedDatabase(t *testing.T) {
	path := filled(t, 2)
	spoil(t, path, pageOf(t, path, "reply 20 of trial 1")+50)
	d, err := Open(t.Context(), path, Options{ReadOnly: true})
	require.NoError(t, err)
	out := filepath.Join(t.TempDir(), "copy.db")
	_, err = d.Backup(t.Context(), out)
	require.ErrorContains(t, err, "is damaged")
	require.NoError(t, d.Close())
	left, err := os.ReadDir(filepath.Dir(out))
	require.NoError(t, err)
	require.Empty(t, left)
}

// Connections that read can't write after a backup either, be it written or not.
func TestABackupLeavesReadersAsTheyWere(t *testing.T) {
	for _, damaged := range []bool{false, true} {
		path := filled(t, 2)
		if damaged {
			spoil(t, path, pageOf(t, path, "reply 20 of trial 1")+50)
		}
		d, err := Open(t.Context(), path, Options{ReadOnly: true})
		require.NoError(t, err)
		d.reads.SetMaxOpenConns(1)
		_, err = d.Backup(t.Context(), filepath.Join(t.TempDir(), "copy.db"))
		require.Equal(t, damaged, err != nil, "%v", err)
		_, err = d.reads.Exec(`DELETE FROM experiments`)
		require.ErrorContains(t, err, "readonly")
		require.NoError(t, d.Close())
	}
}

func TestPrune(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	d := open(t, path)
	old, young := sampleExperiment("old"), sampleExperiment("young")
	young.Created = old.Created.Add(48 * time.Hour)
	for id, e := range map[string]Experiment{"old": old, "young": young} {
		_, _, err := d.Begin(t.Context(), e)
		require.NoError(t, err)
		require.NoError(t, d.Finish(t.Context(), id, Complete, ""))
	}
	save(t, d, "old", 1)
	save(t, d, "old", 2)
	save(t, d, "young", 3)
	require.NoError(t, d.Link(t.Context(), "young", 4, sampleTrial(2).Key))
	key, req, resp := sampleReply(7) // of no trial
	require.NoError(t, d.Store(t.Context(), key, req, resp))
	figures := func() []any {
		scores, err := d.Scores(t.Context(), "old")
		require.NoError(t, err)
		var finals []string
		for n := 1; n <= 2; n++ {
			rec, err := d.Record(t.Context(), sampleTrial(n).Key)
			require.True(t, err == nil || errors.Is(err, ErrPruned), err)
			require.NotEmpty(t, rec.Final.Text)
			finals = append(finals, rec.Final.Text)
		}
		answers, err := d.Answers(t.Context(), "old")
		require.NoError(t, err)
		return []any{scores, summarized(t, d, "old"), finals, answers}
	}
	before := figures()

	would, err := d.Prune(t.Context(), young.Created, true)
	require.NoError(t, err)
	require.Equal(t, 1, would.Trials)
	require.Positive(t, would.Texts)
	require.Positive(t, would.Contexts)
	require.Greater(t, would.Bytes, int64(1000))
	_, err = d.Record(t.Context(), sampleTrial(1).Key)
	require.NoError(t, err, "nothing was done")
	did, err := d.Prune(t.Context(), young.Created, false)
	require.NoError(t, err)
	require.Equal(t, would, did)
	require.Equal(t, before, figures())
	again, err := d.Prune(t.Context(), young.Created, false)
	require.NoError(t, err)
	require.Zero(t, again)

	rec, err := d.Record(t.Context(), sampleTrial(1).Key)
	require.ErrorIs(t, err, ErrPruned)
	want := sampleRecord(1)
	require.Equal(t, Pruned, rec.Messages[1].Text)
	require.Equal(t, want.Messages[0], rec.Messages[0], "others use this text")
	require.Equal(t, want.Final.Text, rec.Final.Text)
	for n := 2; n <= 3; n++ {
		rec, err := d.Record(t.Context(), sampleTrial(n).Key)
		require.NoError(t, err)
		require.Equal(t, sampleRecord(n), rec)
	}
	got, ok, err := d.Lookup(t.Context(), key)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, resp, got)
	require.NoError(t, d.Close())
	require.Empty(t, faults(t, path))

	d = open(t, path)
	sizeBefore, sizeAfter, err := d.Compact(t.Context())
	require.NoError(t, err)
	require.Less(t, sizeAfter, sizeBefore)
	require.Empty(t, faults(t, path))

	// A text that is written again comes back.
	other := sampleTrial(5)
	require.NoError(t, d.SaveTrial(t.Context(), "young", 5, other, sampleRecord(1), "s", sampleScore(1)))
	rec, err = d.Record(t.Context(), other.Key)
	require.NoError(t, err)
	require.Equal(t, sampleRecord(1), rec)
}

// A reply that a prune took isn't found, and is stored anew.
func TestPrunedReply(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	key, req, resp := sampleReply(1)
	rec := sampleRecord(1)
	rec.Calls[39].Key, rec.Calls[39].Reply = key, resp.Text
	require.NoError(t, d.Store(t.Context(), key, req, resp))
	require.NoError(t, d.SaveTrial(t.Context(), "e", 1, sampleTrial(1), rec, "s", sampleScore(1)))
	_, err := d.Prune(t.Context(), sampleExperiment("e").Created.Add(time.Hour), false)
	require.NoError(t, err)
	_, ok, err := d.Lookup(t.Context(), key)
	require.NoError(t, err)
	require.False(t, ok)
	resp.Text = "another answer"
	require.NoError(t, d.Store(t.Context(), key, req, resp))
	_, err = d.Trials(t.Context(), "e")
	require.NoError(t, err)
	require.NoError(t, d.write(t.Context(), "wait", func(*tx) error { return nil }))
	got, ok, err := d.Lookup(t.Context(), key)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, resp, got)
}

// A killed compaction or backup leaves a sound database, at whatever moment it comes.
func TestKilledWhileItIsWrittenAnew(t *testing.T) {
	path := filled(t, 30)
	require.NoError(t, alone(t.Context(), path, func(db *sql.DB) error {
		_, err := db.Exec(`CREATE TABLE filler (b BLOB); INSERT INTO filler SELECT randomblob(4000) FROM messages; DROP TABLE filler`)
		return err
	}))
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, role := range []string{"compact", "backup"} {
		for n := range thorough.Times(4, 8) {
			dir := t.TempDir()
			name := filepath.Join(dir, "arena.db")
			require.NoError(t, os.WriteFile(name, whole, 0o600))
			cmd, lines, _ := process(t, nil, executable(t), role, name)
			require.True(t, lines.Scan())
			time.AfterFunc(time.Duration(n*n)*time.Millisecond, func() { _ = cmd.Process.Kill() })
			_ = cmd.Wait()
			require.Empty(t, faults(t, name), "%s %d", role, n)
			if _, err := os.Stat(name + ".copy"); err == nil {
				require.Empty(t, faults(t, name+".copy"))
			}
			_, err := open(t, name).Record(t.Context(), sampleTrial(29).Key)
			require.NoError(t, err)
		}
	}
}

// A summary that isn't what the rows give is found, whatever of it is another.
func TestCheckOfSummaries(t *testing.T) {
	path := filled(t, 2)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, do := range []string{
		`UPDATE trials SET used = unhex(replace(hex(used), hex('input'), hex('other'))) WHERE id = 2`,
		`UPDATE cycles SET tokens = tokens + 1 WHERE trial = 2`,
		`DELETE FROM calls WHERE trial = 2 AND ordinal = 3`,
		`UPDATE trials SET used = unhex(replace(hex(used), hex('Cycles'), hex('Rounds'))) WHERE id = 2`,
	} {
		require.NoError(t, os.WriteFile(path, whole, 0o600))
		require.NoError(t, alone(t.Context(), path, func(db *sql.DB) error {
			_, err := db.Exec(do)
			return err
		}))
		found := strings.Join(faults(t, path), "\n")
		require.Contains(t, found, "the summary of trial number 2 isn't what its rows give", do)
		require.NotContains(t, found, "trial number 1")
	}
}
