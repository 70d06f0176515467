package nightly

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/stats"
)

// checkRenewal is an error if a night of the plan can't become the baseline. Path is the nightly's file.
func (n nightly) checkRenewal(path string, plan lab.Plan) error {
	switch {
	case n.Sealed != nil:
		return errors.New("a sealed night is no baseline, since no other night has its scenarios")
	case !n.inFile():
		return fmt.Errorf("the baseline is experiment %s: name another one in %s, or a .json file", n.Baseline, path)
	case plan.Repeats < 2:
		return errors.New("the plan plays 1 repeat, and a baseline needs 2 or more to show a variance")
	}
	return nil
}

// renew makes the night the baseline. A first night has nothing to compare with: it is enough
// that no gate failed. The old baseline is kept in the history before the new one takes its place.
func (r *run) renew(night Night, old *Baseline, result lab.Result) error {
	failed := slices.ContainsFunc(night.Gates, func(g Gated) bool { return g.Result == stats.Fail })
	if !r.Accept && (failed || old != nil && !night.Passed) {
		r.h.Tell("the baseline stays as it is, because the gates didn't pass (--accept-regression takes this night nevertheless)")
		return ErrGate
	}
	fresh, err := newBaseline(night.Night, result)
	if err != nil {
		return fmt.Errorf("the night is no baseline: %w", err)
	}
	text, err := fresh.encode()
	if err != nil {
		return err
	}
	if old != nil {
		kept, err := keepHistory(r.n.Baseline, old.Night)
		if err != nil {
			return fmt.Errorf("keep the old baseline: %w", err)
		}
		r.h.Tell("the old baseline is kept as %s", kept)
	}
	if err := os.MkdirAll(filepath.Dir(r.n.Baseline), 0o755); err != nil {
		return err
	}
	if err := r.h.Write(r.n.Baseline, text); err != nil {
		return err
	}
	r.h.Tell("%s is the baseline now, in %s", night.Night, r.n.Baseline)
	return nil
}

// keepHistory copies the baseline file to NAME.history/NIGHT.json beside it. Nothing in the
// history is overwritten: the same night again gets a number.
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
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = to.Write(data)
		return name, errors.Join(err, to.Close())
	}
}
