package calibrate

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/internal/input"
	"contextarena.internal/llm/sim"
)

// Files that a calibration rewrites, in the program's source tree.
const (
	parametersFile = "llm/sim/parameters.yaml"
	resultName     = "lab/calibrate/result.json"
)

// Write keeps a calibration in the source tree at root: the fitted values in the simulated models'
// parameters, with what they were fitted to, and the result itself. Values that weren't fitted
// aren't touched. The program has to be built again to use them.
func (r Result) Write(root string) error {
	name := filepath.Join(root, filepath.FromSlash(parametersFile))
	old, err := input.ReadFile(name, input.Text)
	if err != nil {
		return fmt.Errorf("calibrate: %s is no source tree of this program: %w", root, err)
	}
	if r.fitted() {
		text, err := r.rewrite(string(old))
		if err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
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

// fitted reports whether every model was fitted.
func (r Result) fitted() bool {
	return len(r.Fits) == len(sim.Names()) && !slices.ContainsFunc(r.Fits, func(f Fitted) bool { return f.Values == nil })
}

var (
	mechanismLine = regexp.MustCompile(`^  - name: (\S+)$`)
	sourceLine    = regexp.MustCompile(`^    source: (".*")$`)
	valueLine     = regexp.MustCompile(`^(      - \{name: (\w+), .*?)nano: [^,]+, mini: [^,]+, standard: [^,]+,(.*)$`)
)

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
	owner := map[string][]string{} // mechanism → its fitted parameters
	for _, m := range sim.Mechanisms() {
		owner[m.Name] = parametersOf(m)
	}
	lines := strings.Split(text, "\n")
	mechanism, done := "", 0
	for i, line := range lines {
		if m := mechanismLine.FindStringSubmatch(line); m != nil {
			mechanism = m[1]
		}
		if m := sourceLine.FindStringSubmatch(line); m != nil {
			var source string
			if err := yaml.Load([]byte(m[1]), &source); err != nil {
				return "", fmt.Errorf("calibrate: %s:%d: %w", parametersFile, i+1, err)
			}
			lines[i] = "    source: " + strconv.Quote(r.source(source, owner[mechanism]))
		}
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

// What the source of a fitted value begins and ends with; the rest of the mechanism's source follows.
const (
	byCalibrate = "fitted: (make calibrate) "
	beforeThat  = "; the rest "
)

// source says what the named parameters of a mechanism were fitted to. Without any it is the source as
// it was.
func (r Result) source(old string, names []string) string {
	if strings.HasPrefix(old, byCalibrate) {
		_, old, _ = strings.Cut(old, beforeThat)
	}
	if len(names) == 0 {
		return old
	}
	var to []string
	for i, p := range models() {
		of := map[string]bool{}
		for _, v := range r.Fits[i].Values {
			if slices.Contains(names, v.Name) && v.Target > 0 {
				what, _, _ := strings.Cut(v.Figure, ":")
				of[what] = true
			}
		}
		if len(of) == 0 {
			continue // it goes by the next stronger model alone
		}
		to = append(to, fmt.Sprintf("%s to %s of %s", p.Simulated, strings.Join(slices.Sorted(maps.Keys(of)), " and "), p.Title))
	}
	return fmt.Sprintf("%s%s: %s, never better than a stronger model; %s extrapolated%s%s", byCalibrate, strings.Join(names, ", "), strings.Join(to, ", "), extrapolated, beforeThat, old)
}
