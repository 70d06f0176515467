package datasets

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// locomoCategories are LoCoMo's as its authors number them.
var locomoCategories = map[string]string{"1": "multi-hop", "2": "temporal", "3": "open-domain", "4": "single-hop", "5": "adversarial"}

// locomo reads a list of conversations of two people.
func locomo(s *source) (out []talk) {
	s.whole(func(v value) {
		all := s.members(v)
		t := talk{at: v.at, id: s.text(all["sample_id"], "sample_id")}
		if t.id == "" || all["conversation"].json == nil || all["qa"].json == nil {
			s.leave(v.at, "no conversation of LoCoMo: it lacks sample_id, conversation or qa")
			return
		}
		s.twoPeople(&t, s.members(all["conversation"]))
		n := 0
		s.list(all["qa"], "qa", func(v value) { n++; s.locomoQuestion(&t, v, n) })
		out = append(out, t)
	})
	return out
}

var sessionField = regexp.MustCompile(`^session_(\d+)$`)

// twoPeople reads the sessions. The first speaker has the user's part, the second the assistant's.
func (s *source) twoPeople(t *talk, fields map[string]value) {
	a := s.text(fields["speaker_a"], "speaker_a")
	b := s.text(fields["speaker_b"], "speaker_b")
	t.system = fmt.Sprintf("%s and %s talk with each other, in sessions that begin with their date. The user's messages are those of %s, "+
		"and yours those of %s. Asked about the conversation, answer shortly from what was said in it, with dates as days of the calendar; say so if it wasn't said.", a, b, a, b)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		v, m := fields[name], sessionField.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		said := s.text(fields[name+"_date_time"], name+"_date_time")
		at, err := time.Parse("3:04 pm on 2 January, 2006", said)
		if err != nil {
			s.leave(v.at, "%s: want a date such as 1:56 pm on 8 May, 2023 in %s_date_time, have %s", name, name, quoted(said))
			continue
		}
		in := session{name: m[1], at: at}
		s.list(v, name, func(v value) {
			f := s.members(v)
			m := says{role: llm.User}
			m.id = s.text(f["dia_id"], "dia_id")
			m.by = s.text(f["speaker"], "speaker")
			m.text = s.text(f["text"], "text")
			if caption := s.text(f["blip_caption"], "blip_caption"); caption != "" {
				m.text = strings.TrimSpace(m.text + " [image: " + caption + "]")
			}
			switch m.by {
			case b:
				m.role = llm.Assistant
			case a:
			default:
				s.leave(v.at, "message %s: the speaker is neither %s nor %s", quoted(m.id), quoted(a), quoted(b))
				return
			}
			if m.id == "" || m.text == "" {
				s.leave(v.at, "message %s has no dia_id or no text", quoted(m.id))
				return
			}
			in.says = append(in.says, m)
		})
		t.sessions = append(t.sessions, in)
	}
	t.order()
}

func (s *source) locomoQuestion(t *talk, v value, n int) {
	f := s.members(v)
	q := question{at: v.at}
	q.text = s.text(f["question"], "question")
	number := string(f["category"].json)
	q.category = locomoCategories[number]
	q.id = fmt.Sprintf("%s-%d", q.category, n)
	q.absent, q.prose = q.category == "adversarial", q.category == "open-domain"
	switch {
	case q.text == "":
		s.leave(v.at, "a question without text")
		return
	case q.category == "":
		s.leave(v.at, "question %s: unknown category %s", quoted(q.text), quoted(number))
		return
	case q.category == "temporal":
		q.factType = arena.Date
	}
	q.answer = s.text(f["answer"], "the answer to "+quoted(q.text))
	for _, id := range texts(f["evidence"]) {
		split := strings.FieldsFunc(id, func(r rune) bool { return r == ' ' || r == ';' || r == ',' })
		if len(split) > 1 && !q.absent {
			s.note(f["evidence"].at, "evidence %s is read as %d ids", quoted(id), len(split))
		}
		q.evidence = append(q.evidence, split...)
	}
	t.questions = append(t.questions, q)
}
