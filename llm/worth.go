package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// What a reply can't be used for.
var (
	// ErrEmpty is a reply without text, tool call or refusal. Another try may give one.
	ErrEmpty = errors.New("the reply is empty")
	// ErrOtherModel is a reply of another model than was asked.
	ErrOtherModel = errors.New("another model answered")
	// ErrTooLong is a reply of more bytes than a provider's client reads.
	ErrTooLong = errors.New("the reply is too long")
)

// Unusable is the error of a call that was answered, and so has to be paid for, with something that is
// no reply to it.
type Unusable struct {
	Model Model    // that was asked
	Reply Response // with its usage as it is charged
	Err   error    // ErrEmpty or ErrOtherModel
}

// Error names the model and what it gave.
func (u *Unusable) Error() string {
	if errors.Is(u.Err, ErrOtherModel) {
		return fmt.Sprintf("%s: %v, %q: if it may stand for it, write ?serves=NAME behind the model's name, or serves: in the plan", u.Model, u.Err, u.Reply.Model)
	}
	return fmt.Sprintf("%s: %v: neither text, tool call nor refusal, of %d tokens that it counts", u.Model, u.Err, u.Reply.Usage.Output)
}

// Unwrap is what is wrong with the reply.
func (u *Unusable) Unwrap() error { return u.Err }

// Worth lets through what can be used of what a server answers, as close to it as can be, so that
// nothing else is recorded, cached or counted:
//
//   - a reply of another model than was asked is Unusable (see Model.ServedBy);
//   - so is one without text, tool call or refusal, unless its cap cut it: that is for Headroom;
//   - usage that can't be true is replaced by our own count and marked as estimated (see usage.go).
func Worth(next Client, tokens func(text string) int) Client {
	return ClientFunc(func(ctx context.Context, req Request) (Response, error) {
		r, err := next.Complete(ctx, req)
		if err != nil {
			return r, err
		}
		r.Usage = credible(req, r, Usage{Input: promptTokens(req, tokens), Output: replyTokens(r, tokens)})
		switch {
		case r.Model != "" && !req.Model.ServedBy(r.Model):
			err = ErrOtherModel
		case empty(r) && !atCap(req, r):
			err = ErrEmpty
		default:
			return r, nil
		}
		return Response{}, &Unusable{Model: req.Model, Reply: r, Err: err}
	})
}

// empty reports whether a reply says nothing.
func empty(r Response) bool {
	return strings.TrimSpace(r.Text) == "" && len(r.ToolCalls) == 0 && len(r.Vectors) == 0 && r.Stop != StopRefusal
}

// atCap reports whether a reply ended because it had used up its tokens.
func atCap(req Request, r Response) bool {
	return r.Stop == StopLength || req.MaxTokens > 0 && r.Usage.Output >= req.MaxTokens
}

// Usable is a store that finds no reply that Worth wouldn't let through now: what an older program kept
// is asked for again.
func Usable(store CacheStore) CacheStore { return usable{store} }

type usable struct{ CacheStore }

// Lookup implements CacheStore.
func (u usable) Lookup(ctx context.Context, key Key) (Response, bool, error) {
	r, ok, err := u.CacheStore.Lookup(ctx, key)
	if err != nil || !ok || empty(r) && r.Stop != StopLength && r.Usage.Reasoning == 0 {
		return Response{}, false, err
	}
	return r, true, nil
}
