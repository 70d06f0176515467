package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// write makes a text whole before any of it goes to standard output or to the file out. A file
// is replaced in one step, a link's target rather than the link; a pipe or device is written
// to; the database and folders are refused.
func (w *world) write(out, db string, make func(*bytes.Buffer) error) error {
	var b bytes.Buffer
	if err := make(&b); err != nil {
		return err
	}
	if out == "" || out == "-" {
		_, err := w.stdout.Write(b.Bytes())
		return err
	}
	if err := notTheDatabase("--out", out, db); err != nil {
		return err
	}
	if target, err := filepath.EvalSymlinks(out); err == nil {
		out = target
	}
	info, err := os.Stat(out)
	switch {
	case err == nil && info.IsDir():
		return usageError{fmt.Errorf("--out %s is a folder: name a file", out)}
	case err == nil && !info.Mode().IsRegular():
		err = overwrite(out, b.Bytes())
	default:
		err = replace(out, b.Bytes())
		if errors.Is(err, fs.ErrPermission) && info != nil {
			err = overwrite(out, b.Bytes()) // the file may be written though its folder may not
		}
	}
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err // it may name a file the user has never heard of
		}
		err = fmt.Errorf("write %s: %w", out, err)
		if errors.Is(err, fs.ErrNotExist) {
			return usageError{err}
		}
		return err
	}
	return nil
}

// notTheDatabase refuses to write over the database.
func notTheDatabase(flag, name, db string) error {
	a, err := os.Stat(name)
	if err != nil {
		return nil
	}
	if b, err := os.Stat(db); err == nil && os.SameFile(a, b) {
		return usageError{fmt.Errorf("%s %s is the database: name another file", flag, name)}
	}
	return nil
}

// overwrite writes into what is there.
func overwrite(name string, data []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}

// replace writes a new file and puts it in the place of the old one.
func replace(name string, data []byte) error {
	return replaceBy(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// replaceBy is replace with what is written piece by piece. The old file stays if that fails.
func replaceBy(name string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	err = errors.Join(write(file), file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}
