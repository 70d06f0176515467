package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"contextarena.internal/lab/nightly"
)

// summaryVariable names the file that GitHub shows as the summary of a job's step.
const summaryVariable = "GITHUB_STEP_SUMMARY"

// publish tells GitHub of a night. What goes wrong is a warning: the night is decided.
func (f *nightlyFlags) publish(n nightly.Night) {
	if file := f.env(summaryVariable); file != "" {
		if err := summarize(file, n); err != nil {
			f.tell("warning: %v", err)
		}
	}
}

// summarize adds a night's report to the summary of a GitHub job.
func summarize(file string, n nightly.Night) error {
	var b bytes.Buffer
	if err := n.Document().Write(&b, "md", ""); err != nil {
		return err
	}
	to, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("the job's summary (%s): %w", summaryVariable, err)
	}
	_, err = to.Write(append(b.Bytes(), '\n'))
	return errors.Join(err, to.Close())
}
