package llm

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// What a reply can't be used for.
var (
	// ErrEmpty is a reply without text or refusal. Another try may give one.
	ErrEmpty = errors.New("the reply is empty")
	// ErrOtherModel is a reply of another model than was asked.
	ErrOtherModel = errors.New("another model answered")
	// ErrOverlong is a reply of more text than the tokens that were asked for can have. Another try may keep to them.
	ErrOverlong = errors.New("the reply has more text than its cap allows")
	// ErrTooLong is a reply of more bytes than a provider's client reads.
	ErrTooLong = errors.New("the reply is too long")
)

// Unusable is the error of a call that was answered, and so has to be paid for, with something that is
// no reply to it.
type Unusable struct {
	Model Model    // that was asked
	Reply Response // with its usage as it is charged
	Err   error    // ErrEmpty, ErrOverlong or ErrOtherModel
}

// Error names the model and what it gave.
func (u *Unusable) Error() string {
	if errors.Is(u.Err, ErrOtherModel) {
		return fmt.Sprintf("%s: %v, %q: if it may stand for it, write ?serves=NAME behind the model's name, or serves: in the plan", u.Model, u.Err, u.Reply.Model)
	}
	if errors.Is(u.Err, ErrOverlong) {
		return fmt.Sprintf("%s: %v: %d bytes", u.Model, u.Err, len(u.Reply.Text))
	}
	return fmt.Sprintf("%s: %v: neither text nor refusal, of %d tokens that it counts", u.Model, u.Err, u.Reply.Usage.Output)
}

// Unwrap is what is wrong with the reply.
func (u *Unusable) Unwrap() error { return u.Err }

// unusable is what is wrong with a reply; nil for one that can be used.
func unusable(req Request, r Response) error {
	switch {
	case r.Model != "" && !req.Model.ServedBy(r.Model):
		return &Unusable{Model: req.Model, Reply: r, Err: ErrOtherModel}
	case overlong(req, r):
		return &Unusable{Model: req.Model, Reply: r, Err: ErrOverlong}
	case empty(r) && !atCap(req, r):
		return &Unusable{Model: req.Model, Reply: r, Err: ErrEmpty}
	}
	return nil
}

// bytesPerToken is more than the tokens of a reply have on average, in any vocabulary.
const bytesPerToken = 64

// overlong reports whether a reply has more text than its cap allows, so that nobody has to count or keep what it says.
func overlong(req Request, r Response) bool { return len(r.Text) > bytesPerToken*outputCap(req) }

// empty reports whether a reply says nothing.
func empty(r Response) bool { return !visible(r.Text) && len(r.Vectors) == 0 && r.Stop != StopRefusal }

// escapes are the codes by which a text is coloured on a terminal.
var escapes = regexp.MustCompile(`\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\))`)

// visible reports whether a text has a character that can be seen, outside of thoughts.
func visible(text string) bool {
	return strings.ContainsFunc(escapes.ReplaceAllString(WithoutThoughts(text), ""), func(r rune) bool {
		return unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.In(r, unicode.M, unicode.Other_Default_Ignorable_Code_Point)
	})
}

// WithoutThoughts is a reply without what a model thought before it: what stands behind the last </think>, and before a
// <think> that nothing closes.
func WithoutThoughts(reply string) string {
	if i := strings.LastIndex(reply, "</think>"); i >= 0 {
		reply = reply[i+len("</think>"):]
	}
	said, _, _ := strings.Cut(reply, "<think>")
	return said
}

// atCap reports whether a reply ended because it had used up its tokens.
func atCap(req Request, r Response) bool {
	return r.Stop == StopLength || req.MaxTokens > 0 && r.Usage.Output >= req.MaxTokens
}

// worthKeeping reports whether a reply that was kept can be used.
func worthKeeping(r Response) bool {
	return !empty(r) || r.Stop == StopLength || r.Usage.Reasoning != 0
}
