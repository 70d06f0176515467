package generate

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// flag is a setting other than the seed as arena scenarios generate takes it.
type flag struct {
	name   string
	value  any  // *int, *float64, *bool, *Facts or *Placement
	spoken bool // it is written even if it is zero
}

// flags are all of them, in the order in which they are written.
func (s *Settings) flags() []flag {
	return []flag{
		{"--turns", &s.Turns, true},
		{"--facts", &s.Facts, true},
		{"--corrections", &s.Corrections, true},
		{"--chain-depth", &s.ChainDepth, true},
		{"--absent", &s.Absent, true},
		{"--noise", &s.Noise, true},
		{"--sessions", &s.Sessions, true},
		{"--placement", &s.Placement, true},
		{"--deletions", &s.Deletions, false},
		{"--reassertions", &s.Reassertions, false},
		{"--historical", &s.Historical, false},
		{"--tools", &s.Tools, false},
		{"--tokens", &s.Tokens, false},
	}
}

// String is the settings as flags of arena scenarios generate.
func (s Settings) String() string {
	text := fmt.Sprintf("--seed %q", s.Seed)
	for _, f := range s.flags() {
		switch v := reflect.ValueOf(f.value).Elem(); {
		case v.IsZero() && !f.spoken:
		case v.Kind() == reflect.Bool:
			text += " " + f.name
		default:
			text += fmt.Sprintf(" %s %v", f.name, v.Interface())
		}
	}
	return text
}

// Described are the settings that a generated scenario's description names; the id isn't among them.
// Whether the scenario is still what they give is for the caller to see.
func Described(description string) (Settings, error) {
	_, text, ok := strings.Cut(description, madeBy)
	if !ok {
		return Settings{}, errors.New("generate: the description doesn't say how the scenario was made")
	}
	s := Settings{}
	text = strings.TrimSuffix(strings.TrimSpace(text), ".")
	text, ok = strings.CutPrefix(text, "--seed ")
	quoted, err := strconv.QuotedPrefix(text)
	if !ok || err != nil {
		return Settings{}, fmt.Errorf("generate: the description names no seed: %q", text)
	}
	s.Seed, _ = strconv.Unquote(quoted)
	into := map[string]any{}
	for _, f := range s.flags() {
		into[f.name] = f.value
	}
	for fields := strings.Fields(text[len(quoted):]); len(fields) > 0; {
		name, value := fields[0], ""
		fields = fields[1:]
		if on, ok := into[name].(*bool); ok {
			*on = true
			continue
		}
		if len(fields) > 0 {
			value, fields = fields[0], fields[1:]
		}
		switch v := into[name].(type) {
		case nil:
			err = errors.New("an unknown flag")
		case *Facts:
			*v, err = ParseFacts(value)
		default:
			_, err = fmt.Sscan(value, v)
		}
		if err != nil {
			return Settings{}, fmt.Errorf("generate: the description has %s %s: %w", name, value, err)
		}
	}
	return s, nil
}
