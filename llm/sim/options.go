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
	"sync"

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
	p := defaults(m.Name)
	changed := url.Values{}
	var faults []error
	for i, mech := range catalogue.Mechanisms {
		if text, ok := options[mech.Name]; ok {
			s, err := strength(mech.Name, text[0])
			if err != nil {
				faults = append(faults, err)
			} else if s != p.Strength[i] {
				p.Strength[i] = s
				changed.Set(mech.Name, number(s))
				if s == 0 {
					changed.Set(mech.Name, "off")
				}
			}
			delete(options, mech.Name)
		}
		for _, q := range mech.Parameters {
			if text, ok := options[q.Name]; ok {
				v, err := strconv.ParseFloat(text[0], 64)
				switch {
				case err != nil || !(v >= q.Min && v <= q.Max): // NaN too
					faults = append(faults, fmt.Errorf("%s=%s: want a number from %s to %s", q.Name, text[0], number(q.Min), number(q.Max)))
				case v != q.Of(m.Name):
					p.set(q.Name, v)
					changed.Set(q.Name, number(v))
				}
				delete(options, q.Name)
			}
		}
	}
	claimed, world := options.Get(llm.HashOption), options.Get(llm.WorldOption)
	delete(options, llm.HashOption)
	delete(options, llm.WorldOption)
	for name := range options {
		faults = append(faults, fmt.Errorf("%s: no such option%s", name, strictyaml.Suggestion(name, optionList())))
	}
	if len(faults) > 0 {
		slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
		return p, m, fmt.Errorf("options of model %q: %w\n%s", m.String(), errors.Join(faults...), optionNames())
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

// strength reads the value of a mechanism's option.
func strength(name, text string) (float64, error) {
	if text == "off" {
		return 0, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if name == catalogue.Mechanisms[capping].Name {
		if err != nil || v != 1 {
			return 0, fmt.Errorf("%s=%s: want off or 1", name, text)
		}
		return 1, nil
	}
	if err != nil || !(v >= 0 && v <= mostStrength) {
		return 0, fmt.Errorf("%s=%s: want off or a factor from 0 to %d", name, text, mostStrength)
	}
	return math.Abs(v), nil // no negative zero
}

// mostStrength is the largest factor of a mechanism.
const mostStrength = 100

// optionList are the names of all options: mechanisms, then parameters.
func optionList() []string {
	var mechs, params []string
	for _, m := range catalogue.Mechanisms {
		mechs = append(mechs, m.Name)
		for _, q := range m.Parameters {
			params = append(params, q.Name)
		}
	}
	return append(mechs, params...)
}

// optionNames says which options exist.
func optionNames() string {
	all := optionList()
	return "mechanisms (off, or a factor): " + strings.Join(all[:mechanisms], ", ") + "\nparameters (a number): " + strings.Join(all[mechanisms:], ", ")
}

// number is the shortest spelling of a number.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// configurations remembers the parameters of the models it was asked for: options are read once,
// not with every request. It forgets everything when it is full.
type configurations struct {
	mu    sync.RWMutex
	known map[llm.Model]*Parameters
}

// mostConfigurations bounds what is remembered, since the options of a request may come from
// anywhere.
const mostConfigurations = 1024

func (c *configurations) of(m llm.Model) (*Parameters, error) {
	c.mu.RLock()
	p := c.known[m]
	c.mu.RUnlock()
	if p != nil {
		return p, nil
	}
	read, _, err := configure(m)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || len(c.known) >= mostConfigurations {
		c.known = map[llm.Model]*Parameters{}
	}
	c.known[m] = &read
	return &read, nil
}
