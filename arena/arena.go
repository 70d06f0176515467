// Package arena holds the nouns of Context Arena and the Session that plays a trial.
//
// A Scenario is a scripted conversation. A Strategy starts a Memory, which observes the
// conversation message by message, gives up part of it in Cycles, and says what the model may
// see (Recall). Session.Play plays one Trial (scenario × strategy × model × repeat) and returns
// a Record of evidence. Nothing here judges: package probes reads a Scenario and a Record and
// gives verdicts.
package arena

import (
	"context"
	"time"

	"contextarena.internal/llm"
)

// Turn counts user messages: turn i is the i-th, from 1. The final question is turn N+1 of a
// scenario with N turns. Zero means no turn.
type Turn int

// MessageIndex counts the messages of a conversation of every role, from 1. It is never a
// Turn: in a plain dialogue turn i is message 2i-1, and with tool calls not even that. Zero
// means no message.
type MessageIndex int

// Message is one element of a conversation.
type Message struct {
	llm.Message
	Index  MessageIndex
	Turn   Turn           // the user turn it belongs to: its own, or the one it answers
	At     time.Time      // in the scenario's time, never the clock's
	Refs   []MessageIndex // the messages it refers to, where the script says so
	Tokens int
	Saw    *Context // of assistant messages: what the model saw when it gave this reply
}

// Context is what a model sees besides the question it is asked.
//
// The newest observed message, if the memory still shows it raw, is the last of Messages and
// its index the last of Shown.
type Context struct {
	System   string         // system prompt with whatever the memory puts there
	Messages []llm.Message  // raw messages and, for some strategies, synthesised ones
	Shown    []MessageIndex // which messages of the conversation stand in Messages verbatim, in order
	Fetched  []MessageIndex // those of Shown that had left the window and were brought back for this query
}

// Cycle is one change of a memory. Left and Back are sets, ascending: an evictor drops from
// the middle.
type Cycle struct {
	Left []MessageIndex // messages that left the raw window
	Back []MessageIndex // messages taken back into it
	Text string         // the whole memory text after the change; empty for a memory without text
	Stop llm.StopReason // how the last model call of the cycle ended; empty if it made none
	Delivery
	Layers Layers // what of the cycle is the layers' over a base; zero without any
}

// Layers is what of a cycle isn't the base's but its layers'.
type Layers struct {
	Bytes  int `json:"bytes"`  // of Cycle.Text, from its beginning: their own part of the memory
	Asked  int `json:"asked"`  // of Delivery
	Parsed int `json:"parsed"` // of Delivery
}

// Plus is what layers did until the end of a cycle; of Bytes those of that cycle.
func (l Layers) Plus(next Layers) Layers {
	return Layers{next.Bytes, l.Asked + next.Asked, l.Parsed + next.Parsed}
}

// Delivery counts what a memory asked of its model in a cycle and what came back: a verdict on a
// treatment is worth nothing where the treatment wasn't delivered. The replies that were neither of
// use nor empty (Asked - Parsed - Empty) couldn't be read at all.
type Delivery struct {
	Asked   int `json:"asked"`   // replies asked for
	Parsed  int `json:"parsed"`  // replies of which something could be used
	Empty   int `json:"empty"`   // replies that held nothing: no text, or a form without a single item
	Dropped int `json:"dropped"` // items of parsed replies that were left out: of a wrong kind, placeholders, or said by nobody
}

// Plus is the sum of two deliveries.
func (d Delivery) Plus(e Delivery) Delivery {
	return Delivery{d.Asked + e.Asked, d.Parsed + e.Parsed, d.Empty + e.Empty, d.Dropped + e.Dropped}
}

// Strategy is a way of remembering. Its exported fields are its settings.
type Strategy interface {
	// Name is the strategy's name in snake_case, without settings.
	Name() string
	// Version changes whenever the same settings would remember differently: an integer and the
	// hash of the prompt templates. It is part of a trial's key.
	Version() string
	// Start begins a trial with an empty memory. It returns an error if the settings can't work
	// in env.
	Start(env Env) (Memory, error)
}

// EvidenceReader marks a control: a strategy that may know which messages state a probed fact.
type EvidenceReader interface{ ReadsEvidence() }

// Memory is what a strategy keeps during one trial. One that is an io.Closer is closed once the trial is over, before its Remarks;
// closing it again does nothing.
type Memory interface {
	// Observe adds the next message. The memory may compact and reports each Cycle to
	// Env.Trace before it returns. After an error the memory is not used again.
	Observe(ctx context.Context, m Message) error
	// Recall returns what the model will see for query, without the query. It is pure and safe
	// for concurrent use between two Observes, so probes can be asked in any order.
	Recall(ctx context.Context, query string) (Context, error)
}

// Remarker is a Memory with something to say once its trial is over, for people. It is kept with the
// warnings.
type Remarker interface{ Remarks() []string }

// Env is what a memory may use.
type Env struct {
	System      string                // the scenario's system prompt
	Model       llm.Model             // the model that answers
	MemoryModel llm.Model             // the model that writes the memory; equal to Model unless the plan says otherwise
	Client      llm.Client            // metered and seeded; calls are charged to whatever asked
	Embedder    llm.Embedder          // nil where nothing embeds
	Tokens      func(text string) int // counts tokens of text; never nil
	// Budget is the most tokens that a memory may put into any one Context, 0 for no limit: all of System
	// but the scenario's system prompt, where that stands in it as it is, and all Messages, by Env.SizeOf.
	// Not counted are that prompt, which is the same for all; the query; and the messages of the turn
	// that is being answered, which the model is always given whole. What exceeds it is cut by the
	// Session: the oldest messages first, then the end of what else the memory put there. The trial
	// goes on, is scored on what is left, and its replies are marked Cut.
	Budget  int
	Trace   Trace
	Sandbox Sandbox  // runs programs that a model wrote; nil where nothing does
	Environ []string // all that programs of an Outsider get of an environment
	Bank    Bank     // experience of earlier sessions; nil for none, and for leaving none
	// Learned takes what this session has taught until now, from within Observe; of several calls
	// the last stands. It is nil without a Bank.
	Learned func(e Experience)
	// Policies are those of a PolicyReader, by file.
	Policies map[string]Policy
	// Prompts are templates of the user's, by the names of those that they take the place of.
	Prompts map[string]string
	// Strategy makes a strategy from a spec, for one that chooses among others.
	Strategy func(spec string) (Strategy, error)
	// Evidence lists the messages that state a probed fact. It is nil for every strategy that isn't
	// an EvidenceReader.
	Evidence []MessageIndex
}

// Trace receives what a memory reports. Calls come from within Observe only.
type Trace interface {
	Cycle(c Cycle)
	Warn(text string)
}

// Scenario is a scripted conversation with the facts it states and the probes that ask for
// them. It is read from a file whose fields have the names of these in snake_case, and the tags of
// package strictyaml; see docs/scenarios.md.
type Scenario struct {
	ID    string `need:"true"` // kebab-case
	Name  string `need:"true"`
	Suite string // a file may leave it out, and each At, Fact.Text and Probe.Kind: docs/scenarios.md
	// Of a scenario that another was changed into without changing what is asked: the other's id and
	// the name of the change. Both empty otherwise.
	VariantOf, Change string
	// Dataset says of an imported scenario which dataset it is of, in which version, and how that was corrected.
	Dataset     string
	Description string
	System      string     `need:"true"`
	Turns       []Exchange `need:"true"` // Turns[i] is turn i+1
	Final       Final      // of a dataset's scenario it may be missing
	Facts       []Fact     // none where every probe is absent
	Probes      []Probe    `need:"true"`
	// Unasked are probes of the file that a sample leaves out (scenarios.Sample). They count nowhere; what their facts say is known all
	// the same, so that a probe is judged alike in every sample.
	Unasked []Probe `yaml:"-"`
}

// Exchange is one user turn with what the script says follows it: tool uses, then the reply.
type Exchange struct {
	At        time.Time
	Session   int       `min:"1"` // from 1; a new session starts where the script says so
	User      string    `need:"true"`
	Refs      []Turn    `yaml:"refs,ahead"` // earlier turns this one replies to
	Tools     []ToolUse // run by the assistant before it replies
	Assistant string    `need:"true"` // the scripted reply; it acknowledges and restates no fact
}

// ToolUse is an assistant's call of a tool and the tool's result.
type ToolUse struct {
	Name      string `yaml:"call" need:"true"`
	Arguments string `yaml:"arguments,json" default:"{}"` // JSON text
	Result    string
}

// Final is the task at the end of a scenario and its rubric.
type Final struct {
	At       time.Time
	Question string  `need:"true"`
	Pass     int     `need:"true" min:"1"` // how many items must match for the task to pass
	Rubric   []Check `need:"true"`
}

// Check is one item of a rubric.
type Check struct {
	Item  string  `need:"true"`
	Match Pattern `need:"true"`
}

// FactType is what kind of thing a fact is.
type FactType string

// The eight fact types, with the names the original benchmark gave them.
const (
	Entity       FactType = "entity"
	PhoneID      FactType = "phone/id"
	Relationship FactType = "relationship"
	Quantity     FactType = "quantity"
	Date         FactType = "date"
	Decision     FactType = "decision"
	Correction   FactType = "correction"
	Spatial      FactType = "spatial"
)

// FactTypes lists all fact types in the order in which they are reported.
var FactTypes = []FactType{Entity, PhoneID, Relationship, Quantity, Date, Decision, Correction, Spatial}

// Fact is a value stated at a turn.
type Fact struct {
	ID          string   `need:"true"`
	Turn        Turn     `need:"true" min:"1"`                           // where it is stated; of a derived fact, the turn of its last operand
	In          llm.Role `oneof:"user assistant tool" json:",omitempty"` // who states it there: assistant for the scripted reply, tool for the result of a tool call; empty for the user
	Text        string   // for readers: the value with what it is of, and nothing that its words don't say
	Question    string   `need:"true"` // asks for it and for no other fact of the scenario
	About       *Pattern // the label that must stand near the value outside an answer; nil if the value speaks for itself
	Value       Pattern  `need:"true"`                     // the value itself
	Within      int      `default:"12" min:"1" max:"1000"` // how many tokens may lie between label and value
	Supersedes  string   // id of the fact whose value this one replaces
	DerivedFrom []string // ids of the operands of a value nobody states
}

// Kind says what a probe asks for.
type Kind string

// The kinds of probes: the value that holds at the end; a value that held once or an event;
// a value that follows from several facts; what the conversation never says, to which the right
// answer is that it isn't known.
const (
	Current    Kind = "current"
	Historical Kind = "historical"
	Derived    Kind = "derived"
	Absent     Kind = "absent"
)

// Headline reports whether probes of this kind enter the retention figures: current and derived
// ones do.
func (k Kind) Headline() bool { return k == Current || k == Derived }

// Probe asks about one fact, or for what there is no fact of.
type Probe struct {
	ID       string
	Fact     string   // the fact's id; empty for an absent probe
	Type     FactType `need:"true" oneof:"entity phone/id relationship quantity date decision correction spatial"`
	Kind     Kind     `oneof:"current historical derived absent"`
	Question string   // its fact's; an absent probe has its own
	Extended bool     // not among the original 62
	Legacy   []string // the original's patterns, all of which must occur; empty for extended probes
	// Only says that the fact can't be found where it isn't asked for (OnlyAnswer), since the conversation has it in other
	// words, or by no matcher at all (OnlyJudge): its text is then the answer that a judge compares replies with.
	Only string `oneof:"answer judge" json:",omitempty"`
	// Published is the answer of the dataset that errata corrected. It judges nothing but what the dataset's own protocol would say.
	Published string `json:",omitempty"`
	// Stale overrides what counts as the old value. Nil means the values of all facts that the
	// probe's fact supersedes, directly or through others.
	Stale *Pattern
}

// What a probe may be confined to.
const (
	OnlyAnswer = "answer"
	OnlyJudge  = "judge"
)

// Dialogue says who speaks the assistant's part of the conversation.
type Dialogue string

// In a live dialogue the model replies at every turn; in a scripted one the scenario does.
const (
	Live     Dialogue = "live"
	Scripted Dialogue = "scripted"
)

// Level is where a fact is looked for.
type Level string

// The four levels: the memory text after the last cycle; all the model would see for the
// probe's question, without it; its answer to that question; its reply to the final task.
const (
	LevelMemory  Level = "memory"
	LevelContext Level = "context"
	LevelAnswer  Level = "answer"
	LevelFinal   Level = "final"
)

// Levels lists all levels in the order in which they are reported.
var Levels = []Level{LevelMemory, LevelContext, LevelAnswer, LevelFinal}
