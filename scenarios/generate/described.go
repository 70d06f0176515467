package generate

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

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
	words := strings.Fields(text[len(quoted):])
	numbers := map[string]*int{
		"--turns": &s.Turns, "--corrections": &s.Corrections, "--chain-depth": &s.ChainDepth, "--absent": &s.Absent,
		"--sessions": &s.Sessions, "--deletions": &s.Deletions, "--reassertions": &s.Reassertions,
		"--historical": &s.Historical, "--tokens": &s.Tokens,
	}
	for len(words) > 0 {
		flag := words[0]
		words = words[1:]
		if flag == "--tools" {
			s.Tools = true
			continue
		}
		var value string
		if len(words) > 0 {
			value, words = words[0], words[1:]
		}
		switch n := numbers[flag]; {
		case n != nil:
			*n, err = strconv.Atoi(value)
		case flag == "--noise":
			s.Noise, err = strconv.ParseFloat(value, 64)
		case flag == "--facts":
			s.Facts, err = ParseFacts(value)
		case flag == "--placement":
			s.Placement = Placement(value)
		default:
			err = errors.New("an unknown flag")
		}
		if err != nil {
			return Settings{}, fmt.Errorf("generate: the description has %s %s: %w", flag, value, err)
		}
	}
	return s, nil
}
