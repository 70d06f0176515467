package sim

import (
	"strings"

	"contextarena.internal/llm"
)

// asked is a request, read: what the model is told to do and what it is given for that. It holds
// nothing that an HTTP client couldn't send.
type asked struct {
	llm.Request
	instructions           // of the last message, or of the system prompt if that only quotes
	quoted       []block   // what the last message quotes
	wanted       structure // the form of a reply for a program; none for one in plain words
	programs     bool      // code is asked for
	last         int       // index of the message that asks
}

// task is something a simulated model can be asked for. Fits looks at the request alone; do writes
// the reply, which is cut at the request's limit afterwards.
type task struct {
	name string
	fits func(a *asked) bool
	do   func(r *reading, a *asked) string
}

// tasks are tried in order; the last fits everything.
var tasks = []task{
	{"program", func(a *asked) bool { return a.given() && a.programs }, (*reading).program},
	{"rules", func(a *asked) bool { _, ok := a.guided(); return ok }, (*reading).byRules},
	{"judgement", func(a *asked) bool { return a.wanted.want == wantJudgement }, (*reading).judge},
	{"structured", func(a *asked) bool { return a.wanted.set() }, (*reading).structured},
	{"headed notes", func(a *asked) bool { return a.given() && a.form == headed }, (*reading).notes},
	{"list", func(a *asked) bool { return a.given() && (a.form == numbered || a.form == bullets) }, (*reading).notes},
	{"summary", func(a *asked) bool { return a.given() && (a.form == prose || a.sums && !a.writes && !a.asks) }, (*reading).notes},
	{"notes", func(a *asked) bool { return a.given() && (a.writes || a.revises && !a.asks) }, (*reading).notes},
	{"recap", (*asked).recaps, (*reading).notes},
	{"reply", func(*asked) bool { return true }, (*reading).reply},
}

// ask reads a request, which has at least one message.
func ask(req llm.Request) *asked {
	a := &asked{Request: req, last: len(req.Messages) - 1}
	for a.last > 0 && req.Messages[a.last].Role != llm.User {
		a.last--
	}
	if req.Messages[a.last].Role != llm.User {
		a.last = len(req.Messages) - 1
	}
	var told strings.Builder
	for _, b := range material(req.Messages[a.last].Text) {
		if b.quoted {
			a.quoted = append(a.quoted, b)
		} else {
			told.WriteString(b.text)
		}
	}
	if told.Len() == 0 && len(a.quoted) > 0 && a.last > 0 && req.Messages[0].Role == llm.System {
		told.WriteString(req.Messages[0].Text)
	}
	a.instructions = instruct(told.String())
	if a.programs = programs(a.text); a.programs {
		return a
	}
	if a.structured(); a.wanted.set() {
		return a
	}
	if a.given() && a.form != headed && !a.spoken() {
		if hs := headings(a.quoted[0].text); hs != nil && a.form == free {
			a.form, a.headings = headed, hs // a draft keeps its headings
		}
	}
	return a
}

// given reports whether there is something quoted to work on, and orders what to do with it.
func (a *asked) given() bool { return len(a.quoted) > 0 && a.text != "" }

// spoken reports whether anything but the model's own notes is quoted.
func (a *asked) spoken() bool {
	for _, b := range a.quoted {
		if b.origin() != ownNotes {
			return true
		}
	}
	return false
}

// recaps reports whether a summary of the conversation itself is asked for: "Summarise our
// conversation so far."
func (a *asked) recaps() bool {
	if len(a.quoted) > 0 || !a.sums || a.asks || a.last == 0 {
		return false
	}
	before := ""
	for w := range wordsOf(a.text) {
		if (talkWords[w] || w == "everything") && pointing[before] {
			return true
		}
		before = w
	}
	return false
}

// pointing words before a word such as "conversation" mean the one at hand.
var pointing = set("this", "our", "the", "summarize", "summarise", "of", "entire", "whole", "above")
