package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

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

// open has models record and replay until it is told to stop, which says so if nothing was recorded. The
// database can't be recorded in.
func (t *tapes) open(stderr io.Writer, models *lab.Models, db string) (stop func() error, err error) {
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
	tape, file, err := t.tape(db, models.Now())
	if err != nil {
		return nil, err
	}
	models.Record = tape
	return func() error {
		if tape.Empty() {
			fmt.Fprintf(stderr, "arena: --record %s: nothing was recorded: no provider was asked, and simulated models (sim:) need no recording\n", t.record)
		}
		return file.Close()
	}, nil
}

// tape opens a file to record on. What an earlier run recorded there is loaded, and a line that it left torn is cut.
func (t *tapes) tape(db string, now time.Time) (*llm.Tape, *os.File, error) {
	name := t.record
	if err := notTheDatabase("--record", name, db); err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return nil, nil, usageError{err}
	}
	tape := llm.NewTape(file, now.UTC().Format(time.DateOnly))
	if err := load(tape, file); err != nil {
		return nil, nil, errors.Join(usageError{fmt.Errorf("--record %s: %w", name, err)}, file.Close())
	}
	return tape, file, nil
}

// load reads what is on a tape, cuts a torn line and ends the last one.
func load(tape *llm.Tape, file *os.File) error {
	old, err := input.Read(file, file.Name(), input.Tape)
	if err != nil || len(old) == 0 {
		return err
	}
	whole, err := tape.Load(old)
	if err != nil {
		return fmt.Errorf("the file there is no recording: %w", err)
	}
	if err := file.Truncate(int64(whole)); err != nil {
		return err
	}
	if whole > 0 && old[whole-1] != '\n' {
		_, err = file.WriteString("\n")
	}
	return err
}
