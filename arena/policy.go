package arena

import "contextarena.internal/llm"

// PolicyReader marks a strategy that decides by what an earlier run found out, such as a frontier or
// an archive, which stands in a file.
type PolicyReader interface {
	// Policies are the files, as the settings name them.
	Policies() []string
}

// Policy is a policy file as one trial may use it: the fold that was made without the trial's
// scenario.
type Policy struct {
	Kind   string               // what it is a policy of: "frontier", "archive", "depth"
	Text   []byte               // JSON of the fold
	Hash   string               // names Text and the models
	Models map[string]llm.Model // by the names that Text uses
}
