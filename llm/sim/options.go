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
	take := func(name, want string, value *float64, least, most float64) {
		if !options.Has(name) {
			return
		}
		text := options.Get(name)
		options.Del(name)
		v, err := strconv.ParseFloat(text, 64)
		if text == "off" && strings.HasPrefix(want, "off") {
			v, err = 0, nil
		}
		switch {
		case err != nil || !(least <= v && v <= most) || want == offOrOn && v != math.Trunc(v): // NaN too
			faults = append(faults, fmt.Errorf("%s=%s: want %s", name, text, want))
		case v != *value:
			*value = math.Abs(v) // no negative zero
			changed.Set(name, number(*value))
		}
	}
	var mechs, params []string
	for i, mech := range catalogue.Mechanisms {
		want, most := "off or a factor from 0 to 100", 100.
		if i == capping {
			want, most = offOrOn, 1
		}
		mechs = append(mechs, mech.Name)
		take(mech.Name, want, &p.Strength[i], 0, most)
		if changed.Get(mech.Name) == "0" {
			changed.Set(mech.Name, "off")
		}
		for _, q := range mech.Parameters {
			params = append(params, q.Name)
			take(q.Name, "a number from "+number(q.Min)+" to "+number(q.Max), p.named(q.Name), q.Min, q.Max)
		}
	}
	claimed, world := options.Get(llm.HashOption), options.Get(llm.WorldOption)
	options.Del(llm.HashOption)
	options.Del(llm.WorldOption)
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

// offOrOn is what a mechanism without a strength may be.
const offOrOn = "off or 1"

// number is the shortest spelling of a number.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
