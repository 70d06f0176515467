package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire"
	api "github.com/sashabaranov/go-openai"
)

// failure is err, returned by go-openai for a call of ctx, as an *llm.APIError.
func (c *Client) failure(ctx context.Context, model string, ex *wire.Exchange, err error) error {
	e := c.at.Failure(model, ex)
	if ex.Status == http.StatusUnauthorized {
		e.Next = "check OPENAI_API_KEY"
	}
	var said *api.APIError
	var page *api.RequestError
	var transport *url.Error
	switch {
	case errors.As(err, &said):
		e.Message, e.Code = c.at.Quote([]byte(said.Message)), c.at.Quote([]byte(code(said)))
	case errors.As(err, &page):
		e.Message = c.at.Quote(page.Body)
	case !ex.Sent: // asking again would fail again, so there is no cause that might look transient
		e.Message = err.Error()
		if errors.As(err, &transport) {
			e.Message = transport.Err.Error()
		}
		if fixed(err) {
			e.Message += ": leave temperature and log probabilities unset"
		}
	case errors.As(err, &transport):
		e.Err = transport.Err // without the URL, which may hold credentials
	case invalid(err) || ex.Body != nil && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)):
		e.Message, e.Err = "the reply is no such JSON as expected: "+c.at.Quote(ex.Body), err
	default:
		e.Err = err
	}
	if said, late := c.at.Late(ctx, err); late {
		e.Message = said
	}
	return e
}

// invalid reports whether err is that of a JSON decoder.
func invalid(err error) bool {
	var syntax *json.SyntaxError
	var shape *json.UnmarshalTypeError
	return errors.As(err, &syntax) || errors.As(err, &shape)
}

// usageAlone reports whether err says no more of a reply than that its usage holds numbers that are
// none; the rest of it was read.
func usageAlone(err error) bool {
	var shape *json.UnmarshalTypeError
	return errors.As(err, &shape) && strings.HasPrefix(shape.Field, "usage.")
}

// fixed reports whether go-openai knows that this model would refuse to have something set.
func fixed(err error) bool {
	return errors.Is(err, api.ErrReasoningModelLimitationsOther) ||
		errors.Is(err, api.ErrReasoningModelLimitationsLogprobs) ||
		errors.Is(err, api.ErrReasoningSamplingUnsupported)
}

// code is the server's word for an error: its code or else its type. go-openai reads a null as 0.
func code(e *api.APIError) string {
	if e.Code == nil || e.Code == "" || e.Code == 0 {
		return e.Type
	}
	return fmt.Sprint(e.Code)
}

// filtered is the reply that a failure stands for if it is a filter's: the server refused the
// prompt before the model saw it.
func filtered(req llm.Request, err error) (llm.Response, bool) {
	var e *llm.APIError
	if !errors.As(err, &e) || e.Status != http.StatusBadRequest || e.Code != "content_filter" && e.Code != "content_policy_violation" {
		return llm.Response{}, false
	}
	return llm.Response{
		Text: e.Message, Stop: llm.StopRefusal, Model: req.Model.Name, Usage: llm.Usage{Estimated: true},
	}, true
}
