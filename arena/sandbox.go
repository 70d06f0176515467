package arena

import "context"

// Sandbox runs programs that a model wrote, with no access to anything but the data they are given.
// It is safe for concurrent use.
type Sandbox interface {
	// Eval runs a program to its end. What is wrong with the program itself, down to loops without
	// end, memory without bound and time without end, is a Fault of the evaluation. An error is for
	// what says nothing of the program: its process can't be started, ctx ended.
	Eval(ctx context.Context, p Program) (Evaluation, error)
}

// Program is a program in JavaScript and what it is given.
type Program struct {
	Source string
	Data   []byte // a JSON value, which the program sees as data
	Steps  int    // most steps it may take, so that its end doesn't depend on the machine; 0 for none at all
}

// Evaluation is what became of a program. It depends on the Program alone.
type Evaluation struct {
	Value  []byte // a JSON object in the order in which the program made it; nil with a fault
	Fault  string // why there is no value, for people; empty if there is one
	Family string // what kind of code it is; empty if it couldn't be read
	Steps  int    // taken until it ended or was stopped
}
