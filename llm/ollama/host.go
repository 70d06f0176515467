package ollama

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"

	"contextarena.internal/llm"
)

// parseHost reads the address of a server as the environment variable OLLAMA_HOST holds it:
// "host", "host:port", ":port" or a URL, an IPv6 address with brackets or alone. The defaults are those of Ollama: http, 127.0.0.1 and
// port 11434, or 80 and 443 where a scheme is given. An address to listen on everywhere (0.0.0.0)
// is asked on this machine. An error shows no credentials.
func parseHost(s string) (*url.URL, error) {
	s = strings.Trim(strings.TrimSpace(s), `"'`)
	shown := llm.Redact(s)
	if strings.Contains(s, ":") && net.ParseIP(s) != nil {
		s = "[" + s + "]"
	}
	port := "11434"
	switch scheme, _, ok := strings.Cut(s, "://"); {
	case !ok:
		s = "http://" + s
	case scheme == "http":
		port = "80"
	case scheme == "https":
		port = "443"
	}
	u, err := url.Parse(s)
	if err == nil && u.Port() != "" {
		port = u.Port()
	}
	number, bad := strconv.ParseUint(port, 10, 16)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || llm.StrayAt(u) || u.RawQuery != "" || bad != nil || number == 0 {
		if strings.ContainsAny(shown, "@?/") {
			shown = llm.ShownURL(s)
		}
		return nil, fmt.Errorf("ollama: malformed address %q (e.g. 127.0.0.1:11434, [::1]:11434 or http://gpu:11434, without user, password and query): set OLLAMA_HOST", shown)
	}
	host := u.Hostname()
	switch ip := net.ParseIP(host); {
	case host == "", ip.Equal(net.IPv4zero):
		host = "127.0.0.1"
	case ip.Equal(net.IPv6unspecified):
		host = "::1"
	}
	return &url.URL{Scheme: u.Scheme, Host: net.JoinHostPort(host, port), Path: strings.TrimRight(u.Path, "/")}, nil
}
