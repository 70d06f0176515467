package arena

// Ended is the error of a memory or a reply that ends a trial with an outcome of its own, and the reason for people.
type Ended struct {
	Outcome Outcome
	Reason  string
}

// Error implements error.
func (e Ended) Error() string { return e.Reason }

// Broken is the error of a strategy that itself is what fails, as a program that crashed: its trial has failed, and says nothing
// of any provider.
type Broken struct{ Err error }

// Error implements error.
func (b Broken) Error() string { return b.Err.Error() }

// Unwrap implements the errors package's chain.
func (b Broken) Unwrap() error { return b.Err }

// Outsider marks a strategy that is a program outside of this one.
type Outsider interface {
	// Find looks the program up, before anything is asked, from a folder (empty: the one that the command is given in), and fixes
	// what Version says of it. The error lists every mistake.
	Find(dir string) error
}
