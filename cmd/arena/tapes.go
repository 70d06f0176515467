package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"time"

	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
)

// recorded has use ask models that record what providers answer, and answer from a recording, as --record and --replay say. It says so
// if nothing was recorded.
func (c *call) recorded(models lab.Models, use func(lab.Models) error) (err error) {
	if c.Replay != "" {
		if models.Replay, err = input.ReadFile(c.Replay, input.Tape); err != nil {
			return usageError{err}
		}
		if _, err := llm.Replay(bytes.NewReader(models.Replay)); err != nil {
			return usageError{fmt.Errorf("--replay %s: %w", c.Replay, err)}
		}
	}
	if c.Record == "" {
		return use(models)
	}
	if err := notTheDatabase("--record", c.Record, c.DB); err != nil {
		return err
	}
	file, err := os.OpenFile(c.Record, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return usageError{err}
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	tape := llm.NewTape(file, models.Now().UTC().Format(time.DateOnly))
	if err := load(tape, file); err != nil {
		return usageError{fmt.Errorf("--record %s: %w", c.Record, err)}
	}
	models.Record = tape
	err = errors.Join(use(models), tape.Failed())
	if tape.Empty() {
		fmt.Fprintf(c.stderr, "arena: --record %s: nothing was recorded: no provider was asked, and simulated models (sim:) need no recording\n", c.Record)
	}
	return err
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
