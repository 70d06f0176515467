// Package filler makes small talk: exchanges between a user and an assistant that state nothing
// anybody could be asked about. They have no digits, number words, names or dates.
//
// The texts come from a grammar (topics.yaml): an opening, four sentences on a topic and a close,
// each with alternatives inside. Every topic has millions of exchanges. A neighbour is such an exchange
// too, on a topic that has a place for words of somebody's choice.
package filler

import (
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"sync"

	"contextarena.internal/internal/strictyaml"
)

// Exchange is one user message and the reply to it.
type Exchange struct {
	User      string
	Assistant string
}

//go:embed topics.yaml
var source []byte

// grammar is what topics.yaml holds.
type grammar struct {
	Openers  []string `yaml:"openers" need:"true"`
	Closers  []string `yaml:"closers" need:"true"`
	Answers  []string `yaml:"answers" need:"true"`
	Partings []string `yaml:"partings" need:"true"`
	Topics   []topic  `yaml:"topics" need:"true"`

	// Neighbour is a topic with a place for words, in its middle, so that they stand near nothing of another message.
	Neighbour topic `yaml:"neighbour" need:"true"`
}

type topic struct {
	Name  string     `yaml:"name" need:"true"`
	User  [][]string `yaml:"user" need:"true"`
	Reply []string   `yaml:"reply" need:"true"`
}

var read = sync.OnceValue(func() grammar { return strictyaml.MustDecode[grammar]("topics.yaml", source) })

// Stream is the source of randomness that a text decides.
func Stream(seed string) *rand.Rand {
	sum := sha256.Sum256([]byte(seed))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])))
}

// Talk is an endless run of small talk. Equal sources of randomness give equal talk. It isn't
// safe for concurrent use.
type Talk struct {
	grammar grammar
	r       *rand.Rand
	left    []int // topics of the current round that weren't touched yet
}

// New begins a run.
func New(r *rand.Rand) *Talk { return &Talk{grammar: read(), r: r} }

// Next is the next exchange. Topics come in rounds: each once, in random order, before any comes
// again.
func (t *Talk) Next() Exchange {
	if len(t.left) == 0 {
		t.left = t.r.Perm(len(t.grammar.Topics))
	}
	about := t.grammar.Topics[t.left[0]]
	t.left = t.left[1:]

	return t.on(about)
}

// Neighbour is an exchange about something of somebody else's, or of long ago, that goes by these words. It says of it no more.
func (t *Talk) Neighbour(words string) Exchange { return t.on(t.grammar.Neighbour, "words", words) }

// on is an exchange on a topic, with parts (Spoken) put in.
func (t *Talk) on(about topic, parts ...string) Exchange {
	one := func(options []string) string { return Spoken(t.r, options[t.r.IntN(len(options))], parts...) }
	user := []string{one(t.grammar.Openers)}
	for _, options := range about.User {
		user = append(user, one(options))
	}
	user = append(user, one(t.grammar.Closers))

	first := t.r.IntN(len(about.Reply))
	second := (first + 1 + t.r.IntN(len(about.Reply)-1)) % len(about.Reply)
	reply := []string{one(t.grammar.Answers), one(about.Reply[first : first+1]), one(about.Reply[second : second+1]), one(t.grammar.Partings)}
	return Exchange{User: strings.Join(user, " "), Assistant: strings.Join(reply, " ")}
}

// Fitting is the next exchange that fits, or, not ok, the last of so many that were tried.
func (t *Talk) Fitting(tries int, fits func(Exchange) bool) (ex Exchange, ok bool) {
	for range tries {
		if ex = t.Next(); fits(ex) {
			return ex, true
		}
	}
	return ex, false
}

// Spoken is a sentence with one of the {alternatives|...} chosen in each place and, where a place has
// none, the part of its name put in. Parts come in pairs: name, text. One that is missing panics.
func Spoken(r *rand.Rand, sentence string, parts ...string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(sentence, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		inside, after, _ := strings.Cut(rest, "}")
		sentence = after
		if alternatives := strings.Split(inside, "|"); len(alternatives) > 1 {
			b.WriteString(alternatives[r.IntN(len(alternatives))])
			continue
		}
		at := 0
		for ; at < len(parts) && parts[at] != inside; at += 2 {
		}
		if at >= len(parts) {
			panic("filler: nothing to put for {" + inside + "}") // grammars are part of the program, and tested
		}
		b.WriteString(parts[at+1])
	}
}
