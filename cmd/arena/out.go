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
	to := forming{form: form}
	if out == "" || out == "-" {
		return to.write(w.stdout)
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
		err = overwrite(out, to.write)
	default:
		err = replaceBy(out, to.write)
		if errors.Is(err, fs.ErrPermission) && info != nil && !to.begun {
			err = spool(out, to.write) // the file may be written though its folder may not
		}
	}
	if to.failed != nil {
		return to.failed
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

// writeText writes what is made in one.
func writeText(to io.Writer, form func() ([]byte, error)) error {
	text, err := form()
	if err == nil {
		_, err = to.Write(text)
	}
	return err
}

// forming tells a text that couldn't be made from one that couldn't be written.
type forming struct {
	form   func(io.Writer) error
	begun  bool
	failed error // of form, while all that it wrote could be written
}

func (f *forming) write(to io.Writer) error {
	f.begun = true
	b := bufio.NewWriterSize(to, held)
	err := f.form(b)
	if err == nil {
		return b.Flush()
	}
	if _, unwritten := b.Write(nil); unwritten == nil {
		f.failed = err
	}
	return err
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
func overwrite(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// spool is overwrite with what was written whole to a temporary file before.
func spool(name string, write func(io.Writer) error) error {
	whole, err := os.CreateTemp("", "arena-out-*")
	if err != nil {
		return err
	}
	defer os.Remove(whole.Name())
	defer whole.Close()
	if err := write(whole); err != nil {
		return err
	}
	if _, err := whole.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return overwrite(name, func(to io.Writer) error {
		_, err := io.Copy(to, whole)
		return err
	})
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
