package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"contextarena.internal/llm"
)

// read reads resp into ex to its end, so that its connection is used again and half a reply is
// known to be one. The body is closed. Now is the time for waits that end at a date, zero if unknown. A
// reply that breaks off is io.ErrUnexpectedEOF; one longer than most bytes is llm.ErrTooLong.
func (ex *Exchange) read(resp *http.Response, most int64, now time.Time) error {
	defer resp.Body.Close()
	ex.Status = resp.StatusCode
	ex.RetryAfter = retryAfter(resp.Header, now)
	if usd, err := strconv.ParseFloat(resp.Header.Get(llm.PaidHeader), 64); err == nil && usd >= 0 && usd <= math.MaxFloat64 {
		ex.PaidUSD = &usd
	}
	var err error
	ex.Body, err = readAll(resp, most)
	if err != nil && !errors.Is(err, llm.ErrTooLong) {
		return fmt.Errorf("half a reply: %w", err)
	}
	return err
}

// readAll reads the body of resp, of which net/http says io.ErrUnexpectedEOF where it is shorter than announced.
func readAll(resp *http.Response, most int64) ([]byte, error) {
	tooLong := fmt.Errorf("%w: over %d bytes", llm.ErrTooLong, most)
	if resp.ContentLength > most {
		return nil, tooLong
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, most+1))
	if err == nil && int64(len(body)) > most {
		return nil, tooLong
	}
	return body, err
}

// unclear is an error for JSON in which an object has two keys that are the same but for case: which of them Go takes is
// chance. What is wrong with it otherwise is for the decoder to say.
func unclear(body []byte) error {
	type level struct {
		keys map[string]bool // of an object; nil for a list
		key  bool            // the last token was one
	}
	d := json.NewDecoder(bytes.NewReader(body))
	open := []level{{}}
	for {
		t, err := d.Token()
		if err != nil {
			return nil //nolint:nilerr // the decoder says it
		}
		at := &open[len(open)-1]
		if key, text := t.(string); text && at.keys != nil && !at.key {
			at.key = true
			folded := strings.ToLower(strings.ToUpper(key))
			if at.keys[folded] {
				return fmt.Errorf("key %q stands twice", key)
			}
			at.keys[folded] = true
			continue
		}
		at.key = false
		switch t {
		case json.Delim('{'):
			open = append(open, level{keys: map[string]bool{}})
		case json.Delim('['):
			open = append(open, level{})
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		}
	}
}

// said is the error that a body tells of, whatever else is in it, in OpenAI's form or Ollama's, with the server's word for it: its
// code or else its type.
func said(body []byte) (message, code string, told bool) {
	var in struct{ Error any }
	if json.Unmarshal(body, &in) != nil || in.Error == nil {
		return "", "", false
	}
	switch e := in.Error.(type) {
	case string:
		return e, "", true
	case map[string]any:
		message, _ = e["message"].(string)
		for _, name := range []string{"code", "type"} {
			if v := e[name]; v != nil && v != "" {
				return message, fmt.Sprint(v), true
			}
		}
	}
	return message, "", true
}
