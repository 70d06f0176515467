package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// foreignDatabase makes a SQLite file that isn't ours, in WAL mode or not.
func foreignDatabase(t *testing.T, path, journal string) {
	db, err := sql.Open("sqlite3", dsn(path, "_journal_mode="+journal))
	require.NoError(t, err)
	_, err = db.Exec(`CREATE TABLE notes (body TEXT); INSERT INTO notes VALUES ('mine'); PRAGMA application_id = -5`)
	require.NoError(t, err)
	require.NoError(t, db.Close())
}

func TestForeignFilesStayAsTheyAre(t *testing.T) {
	for name, write := range map[string]func(t *testing.T, path string){
		"text":     func(t *testing.T, path string) { require.NoError(t, os.WriteFile(path, []byte("dear diary"), 0o600)) },
		"one byte": func(t *testing.T, path string) { require.NoError(t, os.WriteFile(path, []byte("S"), 0o600)) },
		"long":     func(t *testing.T, path string) { require.NoError(t, os.WriteFile(path, make([]byte, 9000), 0o600)) },
		"sqlite":   func(t *testing.T, path string) { foreignDatabase(t, path, "DELETE") },
		"sqlite, cut short": func(t *testing.T, path string) {
			foreignDatabase(t, path, "DELETE")
			require.NoError(t, os.Truncate(path, 5000))
		},
		"sqlite, WAL": func(t *testing.T, path string) { foreignDatabase(t, path, "WAL") },
	} {
		for _, o := range []Options{{}, {ReadOnly: true}} {
			t.Run(name, func(t *testing.T) {
				dir := t.TempDir()
				path := filepath.Join(dir, "notes.db")
				write(t, path)
				before, err := os.ReadFile(path)
				require.NoError(t, err)

				_, err = Open(t.Context(), path, o)
				require.EqualError(t, err, path+" is not a Context Arena database: it is left as it is; use --db OTHER")
				after, err := os.ReadFile(path)
				require.NoError(t, err)
				require.Equal(t, before, after)
				files, err := os.ReadDir(dir)
				require.NoError(t, err)
				require.Len(t, files, 1, "nothing is put beside it")
			})
		}
	}
}

func TestNewerSchema(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	d := open(t, path)
	require.NoError(t, d.write(context.Background(), "test", func(t *tx) error { t.exec(`PRAGMA user_version = 99`); return nil }))
	require.NoError(t, d.Close())
	for _, o := range []Options{{}, {ReadOnly: true}} {
		_, err := Open(t.Context(), path, o)
		require.EqualError(t, err, "database "+path+" was written by a newer arena (schema 99, this one knows "+strconv.Itoa(version)+"): upgrade arena or use --db OTHER")
	}
}

// A kill while a database is made leaves an empty file, which is filled by the next who writes.
func TestEmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	_, err := Open(t.Context(), path, Options{ReadOnly: true})
	require.EqualError(t, err, "database "+path+" is empty: run an experiment first or use --db OTHER")
	d := open(t, path)
	require.Empty(t, mustExperiments(t, d), "writing goes on")
	require.Equal(t, applicationID, count(t, d, `PRAGMA application_id`))
	on, err := hasSums(t.Context(), d.reads)
	require.NoError(t, err)
	require.True(t, on)
}

// A file from before the first schema stays as it is.
func TestOlderFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	db, err := sql.Open("sqlite3", dsn(path, "_journal_mode=WAL"))
	require.NoError(t, err)
	_, err = db.Exec(`CREATE TABLE trials (id); PRAGMA user_version = 1; PRAGMA application_id = ` + strconv.Itoa(olderID))
	require.NoError(t, err)
	require.NoError(t, db.Close())
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, o := range []Options{{}, {ReadOnly: true}} {
		_, err := Open(t.Context(), path, o)
		require.EqualError(t, err, "database "+path+" was written by an older arena, whose files this one doesn't read: use --db OTHER, and play its experiments again there")
	}
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, before, after)
}

func TestPlacesThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, []byte("x"), 0o600))
	for name, tc := range map[string]struct {
		path string
		o    Options
		want string
	}{
		"no parent":         {filepath.Join(dir, "no", "arena.db"), Options{}, "directory " + filepath.Join(dir, "no") + " of database"},
		"parent is a file":  {filepath.Join(file, "arena.db"), Options{}, "is not a directory"},
		"directory":         {dir, Options{}, "is a directory: name a file with --db"},
		"reading nothing":   {filepath.Join(dir, "none.db"), Options{ReadOnly: true}, "does not exist: run an experiment first or use --db OTHER"},
		"reading directory": {dir, Options{ReadOnly: true}, dir},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Open(t.Context(), tc.path, tc.o)
			require.ErrorContains(t, err, tc.want)
		})
	}
}

func TestOddNames(t *testing.T) {
	for _, name := range []string{"a b.db", "what?mode=ro.db", "50%25.db", "semi;colon#.db", "ünï.db"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			d := open(t, path)
			begin(t, d, "e")
			require.NoError(t, d.Close())
			require.FileExists(t, path)
			require.NotEmpty(t, mustExperiments(t, open(t, path)))
		})
	}
}

func TestRelativePath(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, open(t, "arena.db").Close())
	require.FileExists(t, "arena.db")
}

func TestDamage(t *testing.T) {
	whole := func(t *testing.T) (string, []byte) {
		path := filepath.Join(t.TempDir(), "arena.db")
		d := open(t, path)
		begin(t, d, "e")
		for n := range 5 {
			save(t, d, "e", n)
		}
		require.NoError(t, d.Close())
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		return path, b
	}
	for _, o := range []Options{{}, {ReadOnly: true}} {
		t.Run("truncated", func(t *testing.T) {
			path, b := whole(t)
			require.NoError(t, os.WriteFile(path, b[:len(b)/2], 0o600))
			_, err := Open(t.Context(), path, o)
			require.ErrorContains(t, err, "database "+path+" is damaged: restore it from a copy or use --db OTHER")
		})
	}
	t.Run("overwritten", func(t *testing.T) {
		path, b := whole(t)
		for i := 4096; i < len(b); i++ {
			b[i] = 0xa5
		}
		require.NoError(t, os.WriteFile(path, b, 0o600))
		d, err := Open(t.Context(), path, Options{ReadOnly: true})
		if err == nil {
			_, err = d.Experiments(t.Context())
			require.NoError(t, d.Close())
		}
		require.ErrorContains(t, err, "is damaged")
	})
}

func TestReadingBesideTheWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	d := open(t, path)
	r, err := Open(t.Context(), path, Options{ReadOnly: true})
	require.NoError(t, err)
	begin(t, d, "e")
	save(t, d, "e", 1)
	rec, err := r.Record(t.Context(), sampleTrial(1).Key)
	require.NoError(t, err)
	require.Equal(t, sampleRecord(1), rec)

	_, _, err = r.Begin(t.Context(), sampleExperiment("f"))
	require.EqualError(t, err, "database "+path+" is open for reading only")
	key, req, resp := sampleReply(1)
	require.ErrorContains(t, r.Store(t.Context(), key, req, resp), "reading only")
	_, ok, err := r.Lookup(t.Context(), key)
	require.NoError(t, err)
	require.False(t, ok)
	require.NoError(t, r.Close())
	save(t, d, "e", 2)
}

func TestCloseLeavesOneFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "arena.db")
	for _, o := range []Options{{}, {ReadOnly: true}} {
		d, err := Open(t.Context(), path, o)
		require.NoError(t, err)
		_, err = d.Experiments(t.Context())
		require.NoError(t, err)
		require.NoError(t, d.Close())
		require.NoError(t, d.Close(), "closing again does nothing")
		_, err = d.Experiments(t.Context())
		require.Error(t, err)
		_, _, err = d.Begin(t.Context(), sampleExperiment("e"))
		require.Error(t, err)
		files, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, files, 1)
	}
}

func mustExperiments(t *testing.T, d *DB) []Experiment {
	t.Helper()
	es, err := d.Experiments(t.Context())
	require.NoError(t, err)
	return es
}

// A kill in the middle of a checkpoint can leave a file that is shorter than its header says:
// the log has the rest, and nothing is damaged.
func TestShortFileWithItsLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	d := open(t, path)
	begin(t, d, "e")
	save(t, d, "e", 1)
	killed := filepath.Join(t.TempDir(), "arena.db")
	for _, suffix := range []string{"", "-wal"} {
		b, err := os.ReadFile(path + suffix)
		require.NoError(t, err)
		if suffix == "" {
			binary.BigEndian.PutUint32(b[28:], uint32(len(b)/4096+50)) // the header's page count
		}
		require.NoError(t, os.WriteFile(killed+suffix, b, 0o600))
	}
	rec, err := open(t, killed).Record(t.Context(), sampleTrial(1).Key)
	require.NoError(t, err)
	require.Equal(t, sampleRecord(1), rec)
}

// A file whose tables are others is refused, whatever its number says; tables of somebody else beside ours do no harm.
func TestAnotherShape(t *testing.T) {
	path := filled(t, 1)
	change := func(do string) {
		require.NoError(t, alone(t.Context(), path, func(db *sql.DB) error {
			_, err := db.Exec(do)
			return err
		}))
	}
	change(`CREATE TABLE notes (of_mine TEXT)`)
	require.Empty(t, faults(t, path))
	change(`ALTER TABLE scores ADD COLUMN letters TEXT`)
	for _, o := range []Options{{}, {ReadOnly: true}} {
		_, err := Open(t.Context(), path, o)
		require.ErrorContains(t, err, "was written by an older arena, whose files this one doesn't read: use --db OTHER")
	}
}
