package arena

import (
	"errors"
	"strings"

	"contextarena.internal/internal/panics"
	"contextarena.internal/llm"
)

// Outcome says how a trial ended. Only completed trials enter a retention figure: a failure is
// not forgetting.
type Outcome string

// The outcomes of a trial.
const (
	Completed Outcome = "completed"
	Failed    Outcome = "failed"    // a provider error
	Refused   Outcome = "refused"   // a reply in the dialogue, to the final task or to the memory itself was a refusal
	Truncated Outcome = "truncated" // a dialogue or final reply was cut at the token cap
	Unfunded  Outcome = "unfunded"  // the money ran out
	NotRun    Outcome = "not_run"
)

// Record is the evidence a trial leaves. It holds no judgement, so that better matchers can
// score it again without a model call.
type Record struct {
	Outcome  Outcome
	Reason   string    // why the trial isn't completed, for people; see Brief
	Broken   bool      // it failed by its strategy's own fault (Broken); not stored
	Messages []Message // the whole conversation; ends with the final question, if there is one
	Cycles   []CycleRecord
	Final    Reply   // to the final task
	Probes   []Reply // to the probes, in the scenario's order; nil unless completed
	// Again holds the further replies to the same questions and contexts, where a trial asks
	// several times: Again[k] are those to sample k+1, in the order of Probes.
	Again    [][]Reply
	Calls    []Call // every model call, ordered by Turn, then Purpose, Probe and Key
	Warnings []string
	// Experience is what the session taught the strategy; nil unless the trial had a bank, was
	// completed and its strategy learns.
	Experience *Experience
}

// Blame notes why a trial isn't completed, below a panic's first line the stack. Replies to probes and
// experience are dropped: part of them would be a biased sample.
func (r *Record) Blame(err error) {
	r.Reason = err.Error()
	var caught *panics.Error
	if errors.As(err, &caught) {
		r.Reason += "\n" + caught.Stack
	}
	r.Probes, r.Again, r.Experience = nil, nil, nil
}

// Brief is the first line of a trial's reason, for a report.
func Brief(reason string) string {
	line, _, _ := strings.Cut(reason, "\n")
	return line
}

// CycleRecord is a Cycle and when it happened.
type CycleRecord struct {
	Cycle
	After  MessageIndex // the message whose observation caused it
	Tokens int          // of Text
}

// Reply is what a model saw and said. Context is shared between replies that saw the same and
// doesn't contain the final question.
type Reply struct {
	Context *Context
	Text    string
	Stop    llm.StopReason
	Cut     bool // the context was over its budget and was cut to it
	// LogProbs are those of the tokens of Text, where the trial asked for them and the model gave
	// them.
	LogProbs []llm.LogProb
	// Key is that of the request this is the reply to, of probes alone. Replies with equal keys
	// are one reply, whoever asked first, and say nothing about how much answers vary.
	Key llm.Key
}

// Void reports whether the reply can't be judged: it was cut at the cap or refused.
func (r Reply) Void() bool { return r.Stop == llm.StopLength || r.Stop == llm.StopRefusal }

// Purpose says who asked for a call.
type Purpose string

// The purposes of a call. Write is the upkeep of the memory, inside Observe; Read a strategy's
// own calls inside a dialogue's or the final task's Recall; Dialogue and Final the replies in
// the conversation and to the final task; Probing all that is done for a probe, which is the
// cost of measuring and charged to no strategy.
const (
	Write    Purpose = "write"
	Read     Purpose = "read"
	Talk     Purpose = "dialogue"
	FinalAsk Purpose = "final"
	Probing  Purpose = "probe"
)

// Purposes lists all purposes in the order in which calls are recorded.
var Purposes = []Purpose{Write, Read, Talk, FinalAsk, Probing}

// Call is one model call of a trial. A scripted dialogue has calls without a request: the
// context that would have been sent, charged at its nominal price (Nominal).
type Call struct {
	Purpose Purpose
	Turn    Turn   // the turn during which it was made; the final task is turn N+1
	Probe   string // of a probing call, the probe's id
	Model   llm.Model
	Key     llm.Key
	Prompt  []llm.Message
	Reply   string
	Stop    llm.StopReason
	Usage   llm.Usage
	Nominal bool // no model was asked
}
