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
// "host", "host:port", ":port" or a URL. The defaults are those of Ollama: http, 127.0.0.1 and
// port 11434, or 80 and 443 where a scheme is given. An address to listen on everywhere (0.0.0.0)
// is asked on this machine. An error names what is wrong, and shows no credentials.
func parseHost(s string) (*url.URL, error) {
	s = strings.Trim(strings.TrimSpace(s), `"'`)
	malformed := func(why string) error {
		return fmt.Errorf("ollama: malformed address %q: %s (e.g. 127.0.0.1:11434 or http://gpu:11434): set OLLAMA_HOST", shownHost(s), why)
	}
	scheme, rest, ok := strings.Cut(s, "://")
	port := "11434"
	switch {
	case !ok:
		scheme, rest = "http", s
	case scheme == "http":
		port = "80"
	case scheme == "https":
		port = "443"
	default:
		return nil, malformed("the scheme is neither http nor https")
	}
	hostport, path, _ := strings.Cut(rest, "/")
	if strings.Contains(rest, "@") {
		return nil, malformed("it holds credentials")
	}
	host := strings.Trim(hostport, "[]")
	if net.ParseIP(host) == nil { // else it is an address without a port
		if i := strings.LastIndexByte(hostport, ':'); i >= 0 {
			host, port = strings.Trim(hostport[:i], "[]"), hostport[i+1:]
		}
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return nil, malformed("the port is no number from 1 to 65535")
	}
	switch ip := net.ParseIP(host); {
	case host == "":
		host = "127.0.0.1"
	case ip == nil && strings.ContainsFunc(host, notInHost):
		return nil, malformed("that is no host")
	case ip != nil && ip.IsUnspecified() && ip.To4() != nil:
		host = "127.0.0.1"
	case ip != nil && ip.IsUnspecified():
		host = "::1"
	}
	if strings.ContainsFunc(path, func(r rune) bool { return r != '/' && notInHost(r) }) {
		return nil, malformed("the path holds a character that isn't a letter, digit, '-', '.' or '_'")
	}
	u := (&url.URL{Scheme: scheme, Host: net.JoinHostPort(host, port)}).JoinPath(path)
	u.Path = strings.TrimRight(u.Path, "/")
	return u, nil
}

// shownHost is an address that can't be read as an error may show it: without what stands before an "@",
// tokens in its path, and values of a query.
func shownHost(s string) string {
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok {
		scheme, rest = "", s
	} else {
		scheme += "://"
	}
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		rest = "..." + rest[at:]
	}
	hostport, path, hasPath := strings.Cut(rest, "/")
	hostport, query, _ := strings.Cut(hostport, "?")
	if query != "" {
		hostport += "?..."
	}
	if hasPath {
		path = strings.TrimPrefix(llm.ShownURL("http://h/"+path), "http://h")
	}
	return llm.Redact(scheme + hostport + path)
}

// notInHost reports that r is no character of a host's name.
func notInHost(r rune) bool {
	letter := 'a' <= r|0x20 && r|0x20 <= 'z'
	return !letter && !('0' <= r && r <= '9') && r != '-' && r != '.' && r != '_'
}
