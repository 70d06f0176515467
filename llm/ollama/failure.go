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
	e := c.at.Failure(model, ex)
	if ex.Status == http.StatusNotFound {
		e.Next = "fetch the model with: ollama pull " + model
	}
	var said api.StatusError
	var unauthorized api.AuthorizationError
	var transport *url.Error
	switch {
	case errors.As(err, &said):
		e.Message = c.at.Quote([]byte(said.ErrorMessage))
		if strings.Contains(said.ErrorMessage, "exceeds the context length") {
			e.Code = codeTooLong
		}
	case errors.As(err, &unauthorized):
		e.Message = "the server wants a sign-in: run ollama signin"
	case errors.As(err, &transport):
		e.Err = transport.Err
		e.Next = "check OLLAMA_HOST and the network"
		if errors.Is(err, syscall.ECONNREFUSED) {
			e.Message, e.Next = fmt.Sprintf("no server at %s: start it with ollama serve", c.at.URL), ""
		}
	case ex.Status == 0: // nothing was sent
		e.Message = err.Error()
	default: // no JSON, or an error that calls itself a success
		e.Message = "the reply can't be read: " + c.at.Quote(ex.Body)
		e.Err = json.Unmarshal(ex.Body, &api.ChatResponse{})
	}
	if said, late := c.at.Late(ctx, err); late {
		e.Message, e.Next = said, ""
	}
	return e
}

// tooLong is the failure of a call whose prompt was cut. Asked again it would be cut again, so
// it carries the status of a prompt that doesn't fit.
func (c *Client) tooLong(model string, ex *wire.Exchange, err error) error {
	e := c.at.Failure(model, ex)
	e.Status, e.Code, e.Message = http.StatusBadRequest, codeTooLong, err.Error()
	return e
}
