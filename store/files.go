package store

import (
	"context"
	"fmt"
	"unicode/utf8"
)

// File is a file of an experiment.
type File struct {
	Name string
	Body string // its exact bytes, which must be UTF-8
}

// Import stores an experiment that was played elsewhere together with its files, in one write:
// all of it or nothing. It is complete at once. If one with the same ID exists, nothing is
// changed and that one is returned with true.
func (d *DB) Import(ctx context.Context, e Experiment, files []File) (Experiment, bool, error) {
	for _, f := range files {
		if !utf8.ValidString(f.Body) {
			return Experiment{}, false, fmt.Errorf("import experiment %s: %s is not UTF-8", e.ID, f.Name)
		}
	}
	e.Status, e.PaidUSD, e.Simulated = Complete, 0, false
	var there bool
	err := d.write(ctx, "import experiment "+e.ID, func(t *tx) error {
		if there = t.find(`SELECT number FROM experiments WHERE id = ?`, e.ID) != 0; there {
			return nil
		}
		t.insertExperiment(e)
		number, err := t.experiment(e.ID)
		if err != nil {
			return err
		}
		for i, f := range files {
			t.exec(`INSERT INTO files (experiment, ordinal, name, text) VALUES (?, ?, ?, ?)`, number, i, f.Name, t.text(f.Body))
		}
		return nil
	})
	if err != nil {
		return Experiment{}, false, err
	}
	e, err = d.experiment(ctx, e.ID)
	return e, there, err
}

// Files reads the files of an experiment, in order.
func (d *DB) Files(ctx context.Context, experimentID string) ([]File, error) {
	return list(ctx, d, "read files", func(f *File) []any { return []any{&f.Name, &f.Body} },
		`SELECT f.name, t.body FROM files f JOIN experiments e ON e.number = f.experiment JOIN texts t ON t.id = f.text
		WHERE e.id = ? ORDER BY f.ordinal`, experimentID)
}

// SaveFile keeps a file of an experiment in the place of one with its name.
func (d *DB) SaveFile(ctx context.Context, experimentID string, f File) error {
	return d.writeIn(ctx, experimentID, "save "+f.Name, func(t *tx, experiment int64) error {
		t.saveFile(experiment, f)
		return nil
	})
}

func (t *tx) saveFile(experiment int64, f File) {
	t.exec(`DELETE FROM files WHERE experiment = ? AND name = ?`, experiment, f.Name)
	t.exec(`INSERT INTO files (experiment, ordinal, name, text)
		VALUES (?1, (SELECT coalesce(max(ordinal), -1) + 1 FROM files WHERE experiment = ?1), ?2, ?3)`, experiment, f.Name, t.text(f.Body))
}
