package arena

// Mistake is an error of whoever asked: a name that nothing has, a file of something else, things
// that don't go together. Nothing was done, and nothing is wrong with what is stored; asking
// otherwise helps. A command line exits with its code for usage. It reads like the error it holds.
type Mistake struct{ Err error }

func (m Mistake) Error() string { return m.Err.Error() }

// Unwrap is the error it holds.
func (m Mistake) Unwrap() error { return m.Err }
