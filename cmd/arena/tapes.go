package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
)

// tapes are the flags that record what providers answer, and answer from a recording.
type tapes struct{ record, replay string }

func (t *tapes) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&t.record, "record", "", "record every exchange with a provider in `FILE`")
	cmd.Flags().StringVar(&t.replay, "replay", "", "answer from the recording in `FILE` instead of a provider")
}

// open has models record and replay until it is told to stop. The database can't be recorded in.
func (t *tapes) open(models *lab.Models, db string) (stop func() error, err error) {
	if t.replay != "" {
		if models.Replay, err = input.ReadFile(t.replay, input.Tape); err != nil {
			return nil, usageError{err}
		}
		if _, err := llm.Replay(bytes.NewReader(models.Replay)); err != nil {
			return nil, usageError{fmt.Errorf("--replay %s: %w", t.replay, err)}
		}
	}
	if t.record == "" {
		return func() error { return nil }, nil
	}
	file, err := tape(t.record, db)
	if err != nil {
		return nil, err
	}
	models.Record = file
	return file.Close, nil
}

// tape opens a file to record in. Only a recording is added to.
func tape(name, db string) (*os.File, error) {
	if err := notTheDatabase("--record", name, db); err != nil {
		return nil, err
	}
	old, err := input.ReadFile(name, input.Tape)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, usageError{fmt.Errorf("--record: %w", err)}
	}
	if len(old) > 0 {
		if _, err := llm.Replay(bytes.NewReader(old)); err != nil {
			return nil, usageError{fmt.Errorf("--record %s: the file there is no recording: %w", name, err)}
		}
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, usageError{err}
	}
	return file, nil
}
