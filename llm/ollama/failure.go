package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"syscall"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire"
	"github.com/ollama/ollama/api"
)

const codeTooLong = "context_length_exceeded"

// failure is err, returned by Ollama's client for a call of ctx.
func (c *Client) failure(ctx context.Context, model string, ex *wire.Exchange, err error) *llm.APIError {
	e := c.apiError(model, ex)
	var said api.StatusError
	var unauthorized api.AuthorizationError
	var transport *url.Error
	switch {
	case errors.As(err, &said):
		e.Message = wire.Quote(said.ErrorMessage, "")
		if strings.Contains(said.ErrorMessage, "exceeds the context length") {
			e.Code = codeTooLong
		}
	case errors.As(err, &unauthorized):
		e.Message = "the server wants a sign-in: run ollama signin"
	case errors.As(err, &transport):
		e.Err = transport.Err
		if errors.Is(err, syscall.ECONNREFUSED) {
			e.Message = fmt.Sprintf("no server at %s (start it with: ollama serve)", c.baseURL)
		}
	case ex.Status == 0: // nothing was sent
		e.Message = err.Error()
	default: // no JSON, or an error that calls itself a success
		e.Message = "the reply can't be read: " + wire.Quote(string(ex.Body), "")
		e.Err = json.Unmarshal(ex.Body, &api.ChatResponse{})
	}
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		e.Message = fmt.Sprintf("no reply within %s", c.timeout)
	}
	return e
}

// unusable is the failure of a call that was answered, but not with a reply.
func (c *Client) unusable(model string, ex *wire.Exchange, err error) error {
	e := c.apiError(model, ex)
	e.Message = err.Error() + ": " + wire.Quote(string(ex.Body), "")
	return e
}

// tooLong is the failure of a call whose prompt was cut. Asked again it would be cut again, so
// it carries the status of a prompt that doesn't fit.
func (c *Client) tooLong(model string, ex *wire.Exchange, err error) error {
	e := c.apiError(model, ex)
	e.Status, e.Code, e.Message = http.StatusBadRequest, codeTooLong, err.Error()
	return e
}

func (c *Client) apiError(model string, ex *wire.Exchange) *llm.APIError {
	return &llm.APIError{
		Provider: provider, Model: model, BaseURL: c.baseURL, Status: ex.Status, RetryAfter: ex.RetryAfter,
	}
}
