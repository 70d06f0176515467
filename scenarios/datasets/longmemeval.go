package datasets

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// longMemEvalDate is how LongMemEval writes a time.
const longMemEvalDate = "2006/01/02 (Mon) 15:04"

// longMemEvalTypes are LongMemEval's types of questions: whether they ask for prose, and which type of fact.
var longMemEvalTypes = map[string]question{
	"single-session-user": {}, "single-session-assistant": {}, "multi-session": {}, "temporal-reasoning": {},
	"single-session-preference": {prose: true}, "knowledge-update": {factType: arena.Correction},
}

// longMemEval reads a list of questions, each of which has a history of its own with an assistant.
func longMemEval(s *source) (out []talk) {
	s.whole(func(v value) {
		f := s.members(v)
		if f["haystack_sessions"].json == nil || f["question_id"].json == nil {
			s.leave(v.at, "no question of LongMemEval: it has no question_id, or no haystack_sessions")
			return
		}
		t := talk{at: v.at, system: "You are the user's assistant, in sessions that begin with their date. Asked about the conversation, answer shortly from what was said in it; say so if it wasn't said."}
		t.id = s.text(f["question_id"], "question_id")
		kind := s.text(f["question_type"], "question_type")
		q, known := longMemEvalTypes[kind]
		if !known || t.id == "" {
			s.leave(v.at, "question %s: unknown question_type %s", quoted(t.id), quoted(kind))
			return
		}
		q.at, q.id, q.category, q.absent = v.at, kind, kind, strings.HasSuffix(t.id, "_abs")
		q.text = s.text(f["question"], "question")
		q.answer = s.text(f["answer"], "the answer to "+quoted(q.text))
		asked := s.text(f["question_date"], "question_date")
		day, err := time.Parse(longMemEvalDate, asked)
		if q.text == "" || err != nil {
			s.leave(v.at, "question %s: want a text, and a question_date such as 2023/05/30 (Tue) 21:56, have %s and %s", quoted(t.id), quoted(q.text), quoted(asked))
			return
		}
		q.text = day.Format("Today is Monday, 2 January 2006. ") + q.text
		q.evidence = s.haystack(&t, f)
		t.questions = []question{q}
		out = append(out, t)
	})
	return out
}

// haystack reads the sessions, and says which messages have the answer.
func (s *source) haystack(t *talk, f map[string]value) (evidence []string) {
	n, dates := 0, texts(f["haystack_dates"])
	s.list(f["haystack_sessions"], "haystack_sessions", func(v value) {
		n++
		date := append(dates, make([]string, n)...)[n-1]
		at, err := time.Parse(longMemEvalDate, date)
		if err != nil {
			s.leave(v.at, "session %d of question %s: want a date such as 2023/05/30 (Tue) 21:56 in haystack_dates, have %s", n, quoted(t.id), quoted(date))
			return
		}
		in := session{at: at}
		s.list(v, "a session", func(v value) {
			var m struct {
				Role, Content string
				HasAnswer     bool `json:"has_answer"`
			}
			err := json.Unmarshal(v.json, &m)
			role := llm.Role(m.Role)
			if err != nil || role != llm.User && role != llm.Assistant || strings.TrimSpace(m.Content) == "" {
				s.leave(v.at, "a message of session %d of question %s: want a role (user or assistant) and content", n, quoted(t.id))
				return
			}
			id := fmt.Sprintf("S%d:%d", n, len(in.says)+1)
			if m.HasAnswer {
				evidence = append(evidence, id)
			}
			in.says = append(in.says, says{id: id, text: strings.TrimSpace(m.Content), role: role})
		})
		t.sessions = append(t.sessions, in)
	})
	t.order()
	for i := range t.sessions {
		t.sessions[i].name = strconv.Itoa(i + 1)
	}
	return evidence
}
