package arena

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"contextarena.internal/llm"
)

// Trial is one scenario played through one strategy with one model, once.
type Trial struct {
	Scenario    *Scenario
	Strategy    Strategy
	Spec        string // canonical label of the strategy: "rlm(depth=2)"
	Model       llm.Model
	MemoryModel llm.Model
	Repeat      int   // from 1
	PlanSeed    int64 // with Repeat it decides the seed of every request
	Dialogue    Dialogue
	ReplyTokens int // cap of every reply
	Budget      int // most tokens a memory may put into a context (see Env); 0 for no limit
	Answers     int // how often each probe is asked of the same frozen memory; 0 means 1
	LogProbs    int // alternatives asked for with each token of a probe's answer; 0 for none
	// Bank is the experience the strategy begins with, and Embedder names what embeds, where that
	// isn't the embedder of this program. Nil and empty for a trial without experience.
	Bank     Bank
	Embedder string
	// Policies are the files that a PolicyReader decides by.
	Policies map[string]Policy
	// World names the closed world that simulated models are given; empty where none is asked.
	World string
}

// TrialKey names a trial by everything that decides its Record. Equal keys mean equal records,
// so a stored trial with this key is never played again.
type TrialKey [sha256.Size]byte

// String is the key in hexadecimal.
func (k TrialKey) String() string { return hex.EncodeToString(k[:]) }

// Short is the form people type and reports print: the first 12 hexadecimal digits.
func (k TrialKey) Short() string { return k.String()[:12] }

// playVersion changes when the Session plays a trial differently, so that old records are not
// taken for new ones.
const playVersion = 1

// budgetVersion is the same for trials with a budget: 3 since what stands around messages counts,
// and strategies fill a budget.
const budgetVersion = 3

// Key hashes what the trial will do: the scenario's script and questions (not its matchers,
// which only judge), the strategy with its version, the models, seed, repeat, dialogue and
// limits, how often probes are asked and what is asked about their tokens, and the experience it
// begins with.
func (t Trial) Key() TrialKey { return t.key(t.Scenario.PlayHash()) }

// Keys are those of trials. A scenario of several is hashed once.
func Keys(trials []Trial) []TrialKey {
	scripts, keys := map[*Scenario]string{}, make([]TrialKey, len(trials))
	for i, t := range trials {
		if scripts[t.Scenario] == "" {
			scripts[t.Scenario] = t.Scenario.PlayHash()
		}
		keys[i] = t.key(scripts[t.Scenario])
	}
	return keys
}

// key is Key, with the scenario's PlayHash given.
func (t Trial) key(script string) TrialKey {
	return sha256.Sum256(mustJSON(struct {
		Play        int
		Scenario    string
		Spec        string
		Version     string
		Model       llm.Model
		MemoryModel llm.Model
		Repeat      int
		PlanSeed    int64
		Dialogue    Dialogue
		ReplyTokens int
		TokenBudget int
		// Left out where they ask for nothing more, so that trials from before they existed keep
		// their keys.
		Answers  int               `json:",omitempty"`
		LogProbs int               `json:",omitempty"`
		Bank     string            `json:",omitempty"`
		Embedder string            `json:",omitempty"`
		Policies map[string]string `json:",omitempty"`
		World    string            `json:",omitempty"`
		Budgeted int               `json:",omitempty"`
	}{
		playVersion, script, t.Spec, t.Strategy.Version(), t.Model, t.MemoryModel,
		t.Repeat, t.PlanSeed, t.Dialogue, t.ReplyTokens, t.Budget,
		t.furtherAnswers(), t.LogProbs, t.bankHash(), t.Embedder, t.policyHashes(), t.World, t.budgetVersion(),
	}))
}

// budgetVersion is 0 for a trial without a budget.
func (t Trial) budgetVersion() int {
	if t.Budget == 0 {
		return 0
	}
	return budgetVersion
}

// bankHash names the experience the trial begins with; empty for none.
func (t Trial) bankHash() string {
	if t.Bank == nil {
		return ""
	}
	return t.Bank.Hash()
}

// policyHashes name the policies by file; nil for none.
func (t Trial) policyHashes() map[string]string {
	var out map[string]string
	for file, p := range t.Policies {
		if out == nil {
			out = map[string]string{}
		}
		out[file] = p.Hash
	}
	return out
}

// furtherAnswers is how often each probe is asked again after the first time.
func (t Trial) furtherAnswers() int { return max(0, t.Answers-1) }

// Seed is the seed of every request of the trial. It depends on the plan's seed and the repeat
// alone, so trials that ask the same in the same repeat share the reply, and repeats differ.
func (t Trial) Seed() int64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "seed %d repeat %d", t.PlanSeed, t.Repeat))
	var n int64
	for _, b := range sum[:6] { // 48 bits: exact in every JSON reader
		n = n<<8 | int64(b)
	}
	return n
}

// PlayHash hashes the part of a scenario that decides what happens in a trial: everything that
// is said and asked, and which messages are evidence. Two versions of a scenario that differ in
// matchers alone have equal hashes.
func (s *Scenario) PlayHash() string {
	type question struct{ ID, Question string }
	qs := make([]question, len(s.Probes))
	for i, p := range s.Probes {
		qs[i] = question{p.ID, p.Question}
	}
	users, results, replies := s.statingTurns()
	sum := sha256.Sum256(mustJSON(struct {
		ID, System    string
		Turns         []Exchange
		FinalAt       string
		FinalQuestion string
		Probes        []question
		Evidence      []Turn // whose user messages state a probed fact
		// Left out where no tool states any, so that trials from before tools could keep their keys.
		Results []Turn `json:",omitempty"`
		Replies []Turn `json:",omitempty"`
	}{s.ID, s.System, s.Turns, s.Final.At.UTC().Format("2006-01-02T15:04:05Z"), s.Final.Question, qs, users, results, replies}))
	return hex.EncodeToString(sum[:])
}

// mustJSON encodes a value made of plain data, which can't fail.
func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("arena: encoding %T: %v", v, err))
	}
	return b
}
