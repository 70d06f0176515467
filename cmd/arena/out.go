package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// held is how much of a text is made before any of it goes to standard output or to a pipe: of one that is shorter, nothing
// does if it can't be made.
const held = 1 << 20

// write writes a text piece by piece to standard output or to the file out. A file is replaced in one step, once all of it
// is written, a link's target rather than the link; a pipe or device is written to; the database and folders are refused.
func (w *world) write(out, db string, form func(io.Writer) error) error {
	if out == "" || out == "-" {
		return buffered(w.stdout, form)
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
		err = overwrite(out, form)
	default:
		err = replaceBy(out, form)
	}
	var path *fs.PathError
	if errors.As(err, &path) { // it may name a file the user has never heard of
		err = fmt.Errorf("write %s: %w", out, path.Err)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return usageError{err}
	}
	return err
}

// writeText writes what is made in one.
func writeText(to io.Writer, form func() ([]byte, error)) error {
	text, err := form()
	if err == nil {
		_, err = to.Write(text)
	}
	return err
}

// buffered writes what form makes.
func buffered(to io.Writer, form func(io.Writer) error) error {
	b := bufio.NewWriterSize(to, held)
	if err := form(b); err != nil {
		return err
	}
	return b.Flush()
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
func overwrite(name string, form func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	return errors.Join(buffered(file, form), file.Close())
}

// replace writes a new file and puts it in the place of the old one.
func replace(name string, data []byte) error {
	return replaceBy(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// replaceBy is replace with what is written piece by piece. The old file stays if that fails.
func replaceBy(name string, form func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	err = errors.Join(buffered(file, form), file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}
