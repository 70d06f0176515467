package nightly

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
)

// checkRenewal is an error if a night of the plan can't become the baseline.
func checkRenewal(plan lab.Plan) error {
	if plan.Repeats < 2 {
		return errors.New("the plan plays 1 repeat, and a baseline needs 2 or more to show a variance")
	}
	return nil
}

// keepHistory copies the baseline file to NAME.history/NIGHT.json beside it. Nothing in the
// history is overwritten: other figures of the same night get a number.
func keepHistory(file, night string) (string, error) {
	data, err := input.ReadFile(file, input.Data)
	if err != nil {
		return "", err
	}
	folder := strings.TrimSuffix(file, ".json") + ".history"
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	for i := 1; ; i++ {
		name := filepath.Join(folder, night+".json")
		if i > 1 {
			name = filepath.Join(folder, fmt.Sprintf("%s-%d.json", night, i))
		}
		to, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if errors.Is(err, fs.ErrExist) {
			if there, err := input.ReadFile(name, input.Data); err == nil && bytes.Equal(there, data) {
				return name, nil
			}
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = to.Write(data)
		return name, errors.Join(err, to.Close())
	}
}
