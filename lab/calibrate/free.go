package calibrate

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"

	"contextarena.internal/llm/sim"
)

// Free is a parameter of the simulated models that is fitted.
type Free struct {
	Name        string  `yaml:"name" json:"name"`
	Scale       string  `yaml:"scale" json:"scale"`             // on which it is searched: log or logit
	Assumed     float64 `yaml:"assumed" json:"assumed"`         // where the search begins and what it is pulled towards
	Spread      float64 `yaml:"spread" json:"spread"`           // standard deviation of that pull, on the scale
	Extrapolate float64 `yaml:"extrapolate" json:"extrapolate"` // factor on the better fit for the model without figures

	least, most float64 // what the simulated models accept
}

//go:embed free.yaml
var freeFile []byte

// Parameters lists the parameters that are fitted. It is an error if the simulated models don't
// have one of them.
func Parameters() ([]Free, error) {
	var f struct {
		Parameters []Free `yaml:"parameters"`
	}
	mustLoad("free.yaml", freeFile, &f)
	known := map[string]sim.Parameter{}
	for _, m := range sim.Mechanisms() {
		for _, p := range m.Parameters {
			known[p.Name] = p
		}
	}
	for i := range f.Parameters {
		free := &f.Parameters[i]
		p, ok := known[free.Name]
		switch {
		case !ok:
			return nil, fmt.Errorf("calibrate: free.yaml: the simulated models have no parameter %s", free.Name)
		case free.Assumed < p.Min || free.Assumed > p.Max || free.Spread <= 0 || free.Extrapolate <= 0:
			return nil, fmt.Errorf("calibrate: free.yaml: %s: assumed %g, want %g to %g; spread and extrapolate above 0", free.Name, free.Assumed, p.Min, p.Max)
		case free.Scale != "log" && free.Scale != "logit":
			return nil, fmt.Errorf("calibrate: free.yaml: %s: scale %q, want log or logit", free.Name, free.Scale)
		}
		free.least, free.most = p.Min, p.Max
	}
	return f.Parameters, nil
}

// at is the parameter's value z spreads from what is assumed: rounded to three digits, as it will
// stand in a file, and inside what the models accept.
func (f Free) at(z float64) float64 {
	v := f.Assumed
	if f.Scale == "logit" {
		v = 1 / (1 + math.Exp(-(math.Log(v/(1-v)) + z*f.Spread)))
	} else {
		v *= math.Exp(z * f.Spread)
	}
	return min(max(rounded(v), f.least), f.most)
}

// extrapolated is the value for a model without figures.
func (f Free) extrapolated(fits []float64) float64 {
	best := slices.Min(fits)
	if f.Extrapolate > 1 {
		best = slices.Max(fits)
	}
	return min(max(rounded(best*f.Extrapolate), f.least), f.most)
}

// rounded has three significant digits.
func rounded(v float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	if err != nil {
		panic(err) // its own output
	}
	return r
}
