package calibrate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"contextarena.internal/internal/input"
)

// Files that a calibration rewrites, in the program's source tree.
const (
	parametersFile = "llm/sim/parameters.yaml"
	resultName     = "lab/calibrate/result.json"
)

// Write keeps a calibration in the source tree at root: the fitted values in the simulated models'
// parameters, and the result itself. Values that weren't fitted
// aren't touched. The program has to be built again to use them.
func (r Result) Write(root string) error {
	name := filepath.Join(root, filepath.FromSlash(parametersFile))
	old, err := input.ReadFile(name, input.Text)
	if err != nil {
		return fmt.Errorf("calibrate: %s is no source tree of this program: %w", root, err)
	}
	text, err := r.rewrite(string(old))
	if err != nil {
		return err
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		return err
	}
	data, err := r.Encode()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, filepath.FromSlash(resultName)), data, 0o644)
}

// Encode is the result as its file has it.
func (r Result) Encode() ([]byte, error) {
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return nil, fmt.Errorf("calibrate: encoding the result: %w", err)
	}
	return append(data, '\n'), nil
}

// valueLine is the line of a parameter.
var valueLine = regexp.MustCompile(`^(      - \{name: (\w+), .*?)nano: [^,]+, mini: [^,]+, standard: [^,]+,(.*)$`)

// rewrite puts the fitted values into the text of parameters.yaml, line by line, so that all else
// stays as it was written.
func (r Result) rewrite(text string) (string, error) {
	free := map[string]map[string]float64{} // parameter → simulated model → value
	for _, f := range r.Fits {
		m, err := simulated(f.Model)
		if err != nil {
			return "", err
		}
		for _, v := range f.Values {
			if free[v.Name] == nil {
				free[v.Name] = map[string]float64{}
			}
			free[v.Name][m.Name] = v.Fitted
		}
	}
	lines := strings.Split(text, "\n")
	done := 0
	for i, line := range lines {
		if m := valueLine.FindStringSubmatch(line); m != nil && free[m[2]] != nil {
			v := free[m[2]]
			lines[i] = fmt.Sprintf("%snano: %g, mini: %g, standard: %g,%s", m[1], v["nano"], v["mini"], v["standard"], m[3])
			done++
		}
	}
	if done != len(free) {
		return "", fmt.Errorf("calibrate: %s: found %d of %d fitted parameters, each has to stand on a line of its own", parametersFile, done, len(free))
	}
	return strings.Join(lines, "\n"), nil
}
