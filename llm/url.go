package llm

import (
	"encoding/base64"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A segment of a path is shown if it reads like words, short numbers and versions, and is no longer
// than mostSegment.
const (
	mostSegment = 20
	mostWord    = 16
	mostDigits  = 6
	mostMixed   = 5 // letters and digits together, as in "k8s"
)

var pathVersion = regexp.MustCompile(`^v\d{1,4}(?:alpha|beta|preview)?\d{0,2}$`)

// ShownURL is an address as it may be stored and printed: scheme, host and path, with whatever in them
// may be a secret blanked: no user and password, no values of a query, no fragment, and no segment of
// the path that looks like a token. What is no URL, or may hold a password with a raw "/" in it, shows
// its scheme alone. Showing twice changes nothing.
func ShownURL(raw string) string {
	raw = strings.TrimSpace(raw)
	if !strings.Contains(raw, "://") { // "localhost:8000/v1"
		host, ok := strings.CutPrefix(ShownURL("http://"+raw), "http://")
		if name, _, _ := strings.Cut(host, "/"); !ok || !strings.ContainsAny(name, ".:") || Redact(name) != name {
			return redacted
		}
		return host
	}
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || StrayAt(u) {
		scheme, _, ok := strings.Cut(raw, "://")
		if !ok || scheme != "http" && scheme != "https" {
			return redacted
		}
		return scheme + "://" + redacted
	}
	segments := strings.Split(u.EscapedPath(), "/")
	for i, s := range segments {
		if plain, err := url.PathUnescape(s); err != nil || tokenLike(plain) {
			segments[i] = redacted
		}
	}
	shown := u.Scheme + "://" + u.Host + strings.Join(segments, "/")
	if names := queryNames(u); len(names) > 0 {
		shown += "?" + strings.Join(names, "&")
	}
	return shown
}

// StrayAt reports whether u has an "@" behind its host: the mark of a password with a raw "/", "?" or
// "#" in it, by which everything before that was read as host and port.
func StrayAt(u *url.URL) bool {
	return strings.Contains(u.EscapedPath(), "@") || strings.Contains(u.RawQuery, "@") || strings.Contains(u.EscapedFragment(), "@")
}

// URLSecrets are the parts of u that ShownURL blanks and that a server may echo, in each form they may
// have then.
func URLSecrets(u *url.URL) []string {
	var out []string
	if password, ok := u.User.Password(); ok {
		basic := base64.StdEncoding.EncodeToString([]byte(u.User.Username() + ":" + password))
		_, written, _ := strings.Cut(u.User.String(), ":")
		out = append(out, password, written, basic)
	} else if name := u.User.Username(); tokenLike(name) {
		out = append(out, name) // a key in the place of a name, as some proxies take it
	}
	for s := range strings.SplitSeq(u.EscapedPath(), "/") {
		if plain, err := url.PathUnescape(s); err == nil && tokenLike(plain) && plain != redacted {
			out = append(out, plain, s)
		}
	}
	for _, values := range u.Query() {
		for _, v := range values {
			if strings.ContainsFunc(v, unicode.IsLetter) { // a date, as of an API's version, is no secret
				out = append(out, v, url.QueryEscape(v))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// queryNames are the names of u's query with blanked values, sorted.
func queryNames(u *url.URL) []string {
	var out []string
	for name := range u.Query() {
		if tokenLike(name) {
			name = redacted // "?TOKEN"
		}
		out = append(out, name+"="+redacted)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// tokenLike reports whether a segment of a path may be a secret: it is known by its form, long, or
// mixes letters and digits as no word does.
func tokenLike(s string) bool {
	if s == "" || pathVersion.MatchString(s) {
		return false
	}
	if len(s) > mostSegment || Redact(s) != s {
		return true
	}
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("-_.~", r) }) {
		letters, digits := strings.IndexFunc(part, unicode.IsLetter) >= 0, strings.IndexFunc(part, unicode.IsDigit) >= 0
		most := mostWord
		switch {
		case letters && digits:
			most = mostMixed
		case digits:
			most = mostDigits
		}
		if len(part) > most && !pathVersion.MatchString(part) {
			return true
		}
	}
	return false
}
