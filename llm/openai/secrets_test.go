package openai

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"contextarena.internal/llm/wire/wiretest"
	"github.com/stretchr/testify/require"
)

// The secrets of a base URL reach its server, which echoes them in whatever it says, and nobody else.
func TestSecretsOfTheBaseURLAreNotShown(t *testing.T) {
	const key, password, token, query = "k3y-of-this-process", "pass'word-1", "q7Zp92LmX4vB", "queryCanary"
	echo := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			said := key + " " + r.Header.Get("Authorization") + " " + token + " " + password + " " + r.URL.Query().Get("k")
			w.WriteHeader(status)
			io.WriteString(w, strings.ReplaceAll(body, "SAID", said))
		}
	}
	for name, handle := range map[string]http.HandlerFunc{
		"text":       echo(200, `{"model":"m","choices":[{"message":{"content":"you sent SAID"},"finish_reason":"stop"}]}`),
		"model":      echo(200, `{"model":"m SAID","choices":[{"message":{"content":"Hello."},"finish_reason":"stop"}]}`),
		"escaped":    echo(200, `{"model":"m","choices":[{"message":{"content":"\u006b3y-of-this-process"},"finish_reason":"stop"}]}`),
		"no choices": echo(200, `{"choices":[],"x":"SAID"}`),
		"error":      echo(403, `{"error":{"message":"SAID","code":"SAID"}}`),
		"page":       echo(502, `SAID`),
		"no JSON":    echo(200, `SAID`),
	} {
		t.Run(name, func(t *testing.T) {
			var asked *url.URL
			s, requests := wiretest.Stub(t, func(w http.ResponseWriter, r *http.Request) { asked = r.URL; handle(w, r) })
			base := strings.Replace(s.URL, "http://", "http://me:"+password+"@", 1) + "/t/" + token + "/v1?k=" + query
			c, err := New(Options{BaseURL: base, Key: key})
			require.NoError(t, err)
			require.Equal(t, s.URL+"/t/[redacted]/v1?k=[redacted]", c.BaseURL())
			req := ask("m", "Hi")
			req.Model.BaseURL = c.BaseURL()
			r, err := c.Complete(t.Context(), req)
			said := r.Text + r.Model
			if err != nil {
				said += err.Error()
			}
			require.Contains(t, said, "[redacted]")
			for _, secret := range []string{key, password, "pass%27word-1", token, query} {
				require.NotContains(t, said, secret)
			}
			require.Equal(t, "/t/"+token+"/v1/chat/completions", asked.Path)
			require.Equal(t, query, asked.Query().Get("k"))
			require.Equal(t, "Bearer "+key, (<-requests).Header.Get("Authorization"))
		})
	}
}

func TestAPasswordThatBreaksTheBaseURLIsNotShown(t *testing.T) {
	for _, base := range []string{
		"http://me:canary/2secret@127.0.0.1:1/v1", "http://me:12/canary@127.0.0.1:1/v1", "http://me:12?canary@127.0.0.1:1/v1",
		"http://me:ca nary@127.0.0.1:1/v1", "canary", "ftp://me:canary@h/", "http://h:canary/v1", "http://h/%zzcanary",
	} {
		_, err := New(Options{BaseURL: base, Key: "k"})
		require.ErrorContains(t, err, "OPENAI_BASE_URL", base)
		require.NotContains(t, err.Error(), "canary", base)
		require.NotContains(t, err.Error(), "ca nary", base)
	}
}

// A server whose usage isn't even numbers still gave a reply.
func TestUsageThatIsNoNumber(t *testing.T) {
	for _, usage := range []string{`{"prompt_tokens":1e30,"completion_tokens":3}`, `{"prompt_tokens":9223372036854775808}`, `{"prompt_tokens":"many"}`} {
		s, _ := wiretest.Stub(t, wiretest.Says(`{"model":"m","choices":[{"message":{"content":"Hello."},"finish_reason":"stop"}],"usage":`+usage+`}`))
		r, err := client(t, s).Complete(t.Context(), ask("m", "Hi"))
		require.NoError(t, err, usage)
		require.Equal(t, "Hello.", r.Text)
		require.Zero(t, r.Usage.Input, usage)
	}
}
