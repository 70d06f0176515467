package sim

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
)

// Resolve completes a model's identity: its options become those that differ from the model's
// own parameters, in one spelling, with the hash of all parameters and the version of the code,
// so that replies of a reader that has since changed are never taken for its own. All mistakes
// are reported at once. A resolved identity resolves to itself.
func Resolve(m llm.Model) (llm.Model, error) {
	_, resolved, err := configure(m)
	return resolved, err
}

// configure is the parameters and the identity of a model.
func configure(m llm.Model) (Parameters, llm.Model, error) {
	if m.Name != Exact && !slices.Contains(Names(), m.Name) {
		return Parameters{}, m, fmt.Errorf("unknown model %q (known: sim:%s, sim:%s)", m.String(), strings.Join(Names(), ", sim:"), Exact)
	}
	options, err := url.ParseQuery(m.Options)
	if err != nil {
		return Parameters{}, m, fmt.Errorf("options of model %q (write key=value&key=value): %w", m.String(), err)
	}
	p, changed := defaults(m.Name), url.Values{}
	var faults []error
	take := func(name string, own float64, want string, valid func(float64) bool, set func(float64)) {
		text, given := options[name]
		if !given {
			return
		}
		delete(options, name)
		v, err := strconv.ParseFloat(text[0], 64)
		if text[0] == "off" && strings.HasPrefix(want, "off") {
			v, err = 0, nil
		}
		switch {
		case err != nil || !valid(v): // NaN too
			faults = append(faults, fmt.Errorf("%s=%s: want %s", name, text[0], want))
		case v != own:
			set(math.Abs(v)) // no negative zero
			changed.Set(name, number(math.Abs(v)))
		}
	}
	var mechs, params []string
	for i, mech := range catalogue.Mechanisms {
		want, valid := fmt.Sprintf("off or a factor from 0 to %d", mostStrength), func(v float64) bool { return v >= 0 && v <= mostStrength }
		if i == capping {
			want, valid = "off or 1", func(v float64) bool { return v == 0 || v == 1 }
		}
		mechs = append(mechs, mech.Name)
		take(mech.Name, p.Strength[i], want, valid, func(v float64) { p.Strength[i] = v })
		if changed.Get(mech.Name) == "0" {
			changed.Set(mech.Name, "off")
		}
		for _, q := range mech.Parameters {
			params = append(params, q.Name)
			take(q.Name, q.Of(m.Name), "a number from "+number(q.Min)+" to "+number(q.Max),
				func(v float64) bool { return v >= q.Min && v <= q.Max }, func(v float64) { p.set(q.Name, v) })
		}
	}
	claimed, world := options.Get(llm.HashOption), options.Get(llm.WorldOption)
	delete(options, llm.HashOption)
	delete(options, llm.WorldOption)
	for name := range options {
		faults = append(faults, fmt.Errorf("%s: no such option%s", name, strictyaml.Suggestion(name, append(mechs, params...))))
	}
	if len(faults) > 0 {
		slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
		return p, m, fmt.Errorf("options of model %q: %w\nmechanisms (off, or a factor): %s\nparameters (a number): %s",
			m.String(), errors.Join(faults...), strings.Join(mechs, ", "), strings.Join(params, ", "))
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "version %d %s %+v", catalogue.Version, m.Name, p))
	hash := fmt.Sprintf("%x", sum[:6])
	if claimed != "" && claimed != hash {
		return p, m, fmt.Errorf("model %q stands for parameters %s, which are %s by now: name it again without %s=", m.String(), claimed, hash, llm.HashOption)
	}
	changed.Set(llm.HashOption, hash)
	m.Options = changed.Encode()
	p.world = world
	return p, m.In(world), nil
}

// mostStrength is the largest factor of a mechanism.
const mostStrength = 100

// number is the shortest spelling of a number.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
