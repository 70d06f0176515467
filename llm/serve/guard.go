package serve

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"contextarena.internal/internal/program"
	"contextarena.internal/llm"
)

// guarded lets in who may ask. A browser that visits somebody else's page may not: there are no
// CORS headers, cross-origin requests are refused before they have an effect, and without a token
// the Host header has to be this machine's, as it isn't when a page makes its own name point here. Nor may another build of this
// program: shards of one experiment are played by one.
func (s *Server) guarded(next http.Handler) http.Handler {
	allowed := http.NewCrossOriginProtection()
	allowed.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, invalid(http.StatusForbidden, "", "cross_origin", "web pages of other origins may not use this endpoint"))
	}))
	next = allowed.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if agent := r.UserAgent(); strings.HasPrefix(agent, "arena/") && agent != program.Agent() {
			refuse(w, invalid(http.StatusBadRequest, "", "other_program", "this endpoint is of arena %s, and asked by %s: start both from one build", program.Version(), agent))
			return
		}
		if len(s.o.Guests) == 0 {
			if !loopback(r.Host) {
				refuse(w, invalid(http.StatusForbidden, "", "host_not_allowed",
					"this endpoint has no token, so it answers only requests to 127.0.0.1, [::1] or localhost"))
				return
			}
			next.ServeHTTP(w, r)
			return
		}
		given := bearer(r.Header)
		if given == "" {
			refuse(w, invalid(http.StatusUnauthorized, "", "", "no API key: send this endpoint's token as \"Authorization: Bearer TOKEN\""))
			return
		}
		// Hashes have one length, so that the time taken tells nothing of the token's.
		have := sha256.Sum256([]byte(given))
		for token, ledger := range s.o.Guests {
			if want := sha256.Sum256([]byte(token)); subtle.ConstantTimeCompare(have[:], want[:]) == 1 {
				next.ServeHTTP(w, r.WithContext(llm.WithLedger(r.Context(), ledger)))
				return
			}
		}
		refuse(w, invalid(http.StatusUnauthorized, "", "invalid_api_key", "incorrect API key: it isn't a token of this endpoint"))
	})
}

// bearer is the token a request brings; empty for none.
func bearer(h http.Header) string {
	scheme, token, _ := strings.Cut(h.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// loopback reports whether a Host header, with or without a port, names this machine.
func loopback(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}
