package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"contextarena.internal/internal/strictyaml"
)

// Errata are corrections of one file of a dataset, as people send them.
type Errata struct {
	Corrects    string       `need:"true"` // the SHA-256 of the file, in hexadecimal digits
	Corrections []Correction `need:"true"`

	SHA256 string `yaml:"-"` // of the errata themselves
}

// Correction is what is wrong with one question.
type Correction struct {
	Conversation string   `need:"true"` // its id in the dataset
	Question     string   // as it stands there; may be left out where the conversation has one
	Answer       string   // the right one
	Evidence     []string // the right messages
	LeaveOut     bool     // it can't be answered
	Why          string   `need:"true"`
}

// ReadErrata reads a file of corrections. The error is strictyaml.Faults.
func ReadErrata(file string, data []byte) (*Errata, error) {
	doc, err := strictyaml.Parse(file, data)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	out := &Errata{SHA256: hex.EncodeToString(sum[:])}
	faults := doc.Decode(out)
	for i, c := range out.Corrections {
		if c.Answer == "" && c.Evidence == nil && !c.LeaveOut {
			faults = append(faults, doc.Faultf([]any{"corrections", i}, "corrections, item %d: say what is right: answer, evidence, or leave_out: true", i+1))
		}
	}
	return out, faults.Err()
}

// apply corrects the questions of the file that the errata are for.
func (e *Errata) apply(s *source, talks []talk) error {
	if e.Corrects != s.out.SHA256 {
		return fmt.Errorf("%s: the errata correct another file (SHA-256 %s, and this one's is %s)", s.out.File, quoted(e.Corrects), s.out.SHA256)
	}
	for i, c := range e.Corrections {
		n := 0
		for _, t := range talks {
			if t.id != c.Conversation {
				continue
			}
			for k := range t.questions {
				if q := &t.questions[k]; c.Question == "" || q.text == c.Question {
					n++
					s.correct(q, c)
				}
			}
		}
		if n != 1 {
			return fmt.Errorf("%s: correction %d is of %d questions, and should be of one: %s of %s", s.out.File, i+1, n, quoted(c.Question), quoted(c.Conversation))
		}
	}
	for i := range talks {
		talks[i].questions = slices.DeleteFunc(talks[i].questions, func(q question) bool { return q.dropped })
	}
	return nil
}

func (s *source) correct(q *question, c Correction) {
	if c.LeaveOut {
		q.dropped = true
		s.leave(q.at, "question %s, by the errata: %s", quoted(q.text), c.Why)
		return
	}
	if c.Answer != "" {
		s.note(q.at, "question %s: the answer %s corrected to %s: %s", quoted(q.text), quoted(q.answer), quoted(c.Answer), c.Why)
		q.was, q.answer = q.answer, c.Answer
	}
	if c.Evidence != nil {
		s.note(q.at, "question %s: the evidence corrected to %v: %s", quoted(q.text), c.Evidence, c.Why)
		q.evidence = c.Evidence
	}
}
