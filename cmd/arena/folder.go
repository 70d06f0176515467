package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"contextarena.internal/reports"
)

// writeFolder writes a page and its data into a folder. One that holds a page of ours is replaced whole, when the new
// one is complete; one that holds anything else is left alone.
func writeFolder(out string, d reports.Document) (err error) {
	dir := filepath.Clean(out)
	if err := mayReplace(dir); err != nil {
		return err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+".*")
	if err != nil {
		return usageError{fmt.Errorf("write %s: %w", out, err)}
	}
	defer func() { err = errors.Join(err, os.RemoveAll(fresh)) }() // nothing is there once it is in its place
	err = d.Folder(func(name string, data []byte) error {
		file := filepath.Join(fresh, filepath.FromSlash(name))
		return errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, data, 0o644))
	})
	if err != nil {
		return err
	}
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	old := fresh + ".old"
	if err := os.Rename(dir, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(fresh, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	return os.RemoveAll(old)
}

// mayReplace is a mistake of usage unless nothing is at a place, an empty folder, or a folder that writeFolder wrote.
func mayReplace(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return usageError{fmt.Errorf("--out %s is no folder: name another", dir)}
	}
	for _, e := range entries {
		if e.Name() != "index.html" && e.Name() != "data" {
			return usageError{fmt.Errorf("--out %s has %s, which no report wrote: name a new folder", dir, e.Name())}
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "data", "*"))
	for _, file := range files {
		if !strings.HasSuffix(file, ".js") {
			return usageError{fmt.Errorf("--out %s has %s, which no report wrote: name a new folder", dir, filepath.Base(file))}
		}
	}
	index, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if len(entries) > 0 && (err != nil || !bytes.Contains(index, []byte(` id="document" data-folder=`))) {
		return usageError{fmt.Errorf("--out %s holds something that no report wrote: name a new folder", dir)}
	}
	return nil
}
