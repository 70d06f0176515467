package judge

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Case is a reply with all that a judge is told of it.
type Case struct {
	Question string   `json:"question"`
	Truth    string   `json:"truth"` // empty: nobody ever said it, and that is the right answer
	Old      []string `json:"old"`   // what was true before, the last first
	Reply    string   `json:"reply"`
}

// CaseOf is a reply to a probe of a scenario. A historical probe asks for what was true once, so that it has
// no old value.
func CaseOf(s *arena.Scenario, p arena.Probe, reply string) Case {
	c := Case{Question: p.Question, Reply: reply}
	if p.Kind == arena.Absent {
		return c
	}
	g := probes.LineageOf(s.Facts)
	at := g.Index[p.Fact]
	c.Truth = s.Facts[at].Text
	if p.Kind != arena.Historical {
		for _, i := range g.Older(at) {
			c.Old = append(c.Old, s.Facts[i].Text)
		}
	}
	return c
}

// Subject names the case by its content.
func (c Case) Subject() store.Subject {
	b, err := json.Marshal(c)
	if err != nil {
		panic(fmt.Sprintf("judge: encoding a case: %v", err)) // texts always encode
	}
	return sha256.Sum256(b)
}
