package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
	"unicode"

	"contextarena.internal/lab/nightly"
	"contextarena.internal/llm"
)

// summaryVariable names the file that GitHub shows as the summary of a job's step.
const summaryVariable = "GITHUB_STEP_SUMMARY"

// webhookTime is how long a webhook may take.
const webhookTime = 15 * time.Second

// publish tells GitHub and a webhook of a night. What goes wrong is a warning: the night is decided.
func (f *nightlyFlags) publish(n nightly.Night) {
	warn := func(err error) {
		if err != nil {
			fmt.Fprintln(f.stderr, "arena: warning:", printable(err.Error()))
		}
	}
	if file := f.env(summaryVariable); file != "" {
		warn(summarize(file, n))
	}
	if f.Webhook != "" {
		warn(post(f.Context(), f.Webhook, n.Said()))
	}
}

// summarize adds a night's report to the summary of a GitHub job.
func summarize(file string, n nightly.Night) error {
	var b bytes.Buffer
	if err := n.Document().Write(&b, "md", ""); err != nil {
		return err
	}
	to, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("the job's summary (%s): %w", summaryVariable, err)
	}
	_, err = to.Write(append(b.Bytes(), '\n'))
	return errors.Join(err, to.Close())
}

// checkWebhook is an error for an address that a night isn't posted to: whoever listens on the way would read it.
func checkWebhook(raw string) error {
	if raw == "" {
		return nil
	}
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.Scheme != "https" && !(u.Scheme == "http" && loopback(u.Hostname())) {
		return fmt.Errorf("--webhook %s: want an https address, or http to this machine", llm.ShownURL(raw))
	}
	return nil
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// chatEscapes break what a chat takes for markup or a mention: <!channel>, @everyone.
var chatEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "@", "@ ")

// chatText is a text as a chat may show it: on one line, without control and format characters, and calling nobody.
func chatText(text string) string {
	line := strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
	return chatEscapes.Replace(strings.Join(strings.Fields(line), " "))
}

// post sends a text as most chats take it (see chatText). Its errors don't show the address's secrets.
func post(ctx context.Context, to, text string) error {
	body, err := json.Marshal(struct {
		Text string `json:"text"`
	}{chatText(text)})
	if err != nil {
		return err
	}
	fail := func(why any) error { return fmt.Errorf("--webhook %s: %v", llm.ShownURL(to), why) }
	ctx, cancel := context.WithTimeout(ctx, webhookTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return fail("it is no address")
	}
	req.Header.Set("Content-Type", "application/json")
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(req)
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err // without the whole address
		}
		return fail(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fail(resp.Status)
	}
	return nil
}
