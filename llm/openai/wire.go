package openai

import (
	"net/http"
	"time"

	"contextarena.internal/llm/wire"
)

const mostReply = 64 << 20 // bytes of a reply

// exchange is what one call is and sees of HTTP: go-openai's requests don't carry it, either.
type exchange struct {
	wire.Exchange
	messages []byte // of a chat, as JSON
	coldest  bool   // the temperature is 0, not unset
	sent     bool
}

// doer sends requests for go-openai, and reads every reply to its end.
type doer struct {
	http *http.Client
	now  func() time.Time
}

// Do implements go-openai's HTTPDoer.
func (d doer) Do(req *http.Request) (*http.Response, error) {
	ex := wire.Of[exchange](req.Context())
	if err := ex.complete(req); err != nil {
		return nil, err
	}
	ex.sent = true
	resp, err := d.http.Do(req)
	if err != nil {
		return nil, err
	}
	if err := ex.Read(resp, mostReply, d.now()); err != nil {
		return nil, err
	}
	return resp, nil
}
