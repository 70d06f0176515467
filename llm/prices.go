package llm

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v4"
)

// Price is what a model costs from a day on, in USD per million tokens.
type Price struct {
	Input       float64
	CachedInput float64 // of input found in the provider's prefix cache
	Output      float64 // reasoning included
	From        time.Time
	Simulated   bool   // nobody is paid: the nominal price of the model that is imitated
	Source      string // where the price is published
	Note        string
}

// USD is the price of a usage without prefix caching: all input at the full price.
func (p Price) USD(u Usage) float64 {
	return (float64(u.Input)*p.Input + float64(u.Output)*p.Output) / 1e6
}

// USDCached is the price of a usage with its cached input at the cached price.
func (p Price) USDCached(u Usage) float64 {
	cached := min(u.CachedInput, u.Input)
	return (float64(u.Input-cached)*p.Input + float64(cached)*p.CachedInput + float64(u.Output)*p.Output) / 1e6
}

// Prices holds prices by exact model name and date. It doesn't change, so it may be shared.
type Prices struct {
	byModel map[string][]Price // "provider:name" → prices, ascending by From
}

//go:embed prices.yaml
var builtinPrices []byte

var loadBuiltin = sync.OnceValue(func() *Prices {
	p, err := LoadPrices(builtinPrices)
	if err != nil {
		panic(fmt.Sprintf("llm: builtin %v", err)) // the data is part of the program
	}
	return p
})

// BuiltinPrices are the prices that come with the program (prices.yaml).
func BuiltinPrices() *Prices { return loadBuiltin() }

// Of is the newest price of m that holds on asOf; a zero asOf asks for the newest of all. It is
// false if there is none: an unknown model never has the price of another one with a similar
// name. Base URL and options don't matter. The name "*" of a provider stands for all its models
// that have no entry of their own.
func (p *Prices) Of(m Model, asOf time.Time) (Price, bool) {
	entries, ok := p.byModel[Model{Provider: m.Provider, Name: m.Name}.String()]
	if !ok {
		entries = p.byModel[Model{Provider: m.Provider, Name: "*"}.String()]
	}
	for _, e := range slices.Backward(entries) {
		if asOf.IsZero() || !e.From.After(asOf) {
			return e, true
		}
	}
	return Price{}, false
}

// Names lists the models that have a price, as users write them, in alphabetical order.
func (p *Prices) Names() []string { return slices.Sorted(maps.Keys(p.byModel)) }

// All lists the prices of a name of Names, oldest first.
func (p *Prices) All(name string) []Price { return slices.Clone(p.byModel[name]) }

// With is p overlaid with over. A name that over lists has the prices of over alone, whatever
// their dates; all other names keep theirs.
func (p *Prices) With(over *Prices) *Prices {
	merged := maps.Clone(p.byModel)
	maps.Copy(merged, over.byModel)
	return &Prices{byModel: merged}
}

// priceEntry is an entry of a price file.
type priceEntry struct {
	Provider    string   `yaml:"provider"`
	Model       string   `yaml:"model"`
	Aliases     []string `yaml:"aliases"`
	From        string   `yaml:"from"`
	Input       *float64 `yaml:"input"`
	CachedInput *float64 `yaml:"cached_input"`
	Output      *float64 `yaml:"output"`
	Simulated   bool     `yaml:"simulated"`
	Source      string   `yaml:"source"`
	Note        string   `yaml:"note"`
}

const priceFields = "provider, model, aliases, from, input, cached_input, output, simulated, source, note"

// LoadPrices reads a price file: YAML of the form of prices.yaml. Required are provider, model,
// from, input and output. The error lists every mistake with its line.
func LoadPrices(data []byte) (*Prices, error) {
	var file struct {
		Prices []yaml.Node `yaml:"prices"`
	}
	if err := yaml.Load(data, &file, yaml.WithKnownFields()); err != nil {
		return nil, fmt.Errorf("prices: %w", lines(err, "prices"))
	}
	if len(file.Prices) == 0 {
		return nil, errors.New("prices: no entries (write prices: and below it - {provider: ..., model: ..., from: ..., input: ..., output: ...})")
	}
	p := &Prices{byModel: map[string][]Price{}}
	var faults []error
	for _, node := range file.Prices {
		var e priceEntry
		if err := node.Load(&e, yaml.WithKnownFields()); err != nil {
			faults = append(faults, lines(err, priceFields))
			continue
		}
		price, err := e.price()
		if err != nil {
			faults = append(faults, fmt.Errorf("line %d: %w", node.Line, err))
			continue
		}
		for _, name := range append([]string{e.Model}, e.Aliases...) {
			if err := p.add(Model{Provider: e.Provider, Name: name}.String(), price); err != nil {
				faults = append(faults, fmt.Errorf("line %d: %w", node.Line, err))
			}
		}
	}
	if len(faults) > 0 {
		return nil, fmt.Errorf("prices: %w", errors.Join(faults...))
	}
	return p, nil
}

// add files a price under name, keeping the order by date.
func (p *Prices) add(name string, price Price) error {
	i, found := slices.BinarySearchFunc(p.byModel[name], price, func(a, b Price) int { return a.From.Compare(b.From) })
	if found {
		return fmt.Errorf("%s has two prices from %s", name, price.From.Format(time.DateOnly))
	}
	p.byModel[name] = slices.Insert(p.byModel[name], i, price)
	return nil
}

// price checks the entry. Every mistake is reported.
func (e priceEntry) price() (Price, error) {
	var faults []string
	if e.Provider == "" || e.Model == "" {
		faults = append(faults, "provider or model is missing")
	}
	if slices.Contains(e.Aliases, "") {
		faults = append(faults, "an alias is empty")
	}
	from, err := time.Parse(time.DateOnly, e.From)
	if err != nil {
		faults = append(faults, fmt.Sprintf("from: %q is not a date such as 2025-08-07", e.From))
	}
	usd := func(field string, v *float64) float64 {
		switch {
		case v == nil:
			faults = append(faults, field+" is missing (USD per million tokens)")
			return 0
		case math.IsNaN(*v) || math.IsInf(*v, 0) || *v < 0:
			faults = append(faults, fmt.Sprintf("%s: %v is not a price", field, *v))
		}
		return *v
	}
	price := Price{
		Input: usd("input", e.Input), Output: usd("output", e.Output),
		From: from, Simulated: e.Simulated, Source: e.Source, Note: e.Note,
	}
	price.CachedInput = price.Input
	if e.CachedInput != nil {
		price.CachedInput = usd("cached_input", e.CachedInput)
	}
	if len(faults) > 0 {
		return Price{}, fmt.Errorf("%s:%s: %s", e.Provider, e.Model, strings.Join(faults, "; "))
	}
	return price, nil
}

// lines turns the faults the YAML reader found into one error per line of the file.
func lines(err error, known string) error {
	var load *yaml.LoadErrors
	if !errors.As(err, &load) {
		return err
	}
	var faults []error
	for _, f := range load.Errors {
		message := f.Message
		if field, _, ok := strings.Cut(message, " not found in type "); ok {
			message = fmt.Sprintf("unknown %s (known: %s)", field, known)
		}
		if f.Mark.Line > 0 {
			message = fmt.Sprintf("line %d: %s", f.Mark.Line, message)
		}
		faults = append(faults, errors.New(message))
	}
	return errors.Join(faults...)
}
