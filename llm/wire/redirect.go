package wire

import (
	"errors"
	"fmt"
	"net/http"

	"contextarena.internal/llm"
)

// ErrRedirect is what a call ends with whose server sends it elsewhere. It is never followed: another
// host would be shown the conversation, and might be sent the key.
var ErrRedirect = errors.New("redirects aren't followed")

// redirect is the error of a reply that names another address. It says both, without secrets.
func redirect(req *http.Request, resp *http.Response) error {
	where := "an address it doesn't name"
	if to, err := resp.Location(); err == nil {
		where = to.Host
		if to.Host == req.URL.Host {
			where = llm.ShownURL(to.String())
		}
	}
	return fmt.Errorf("%s sends the request on to %s, and %w: if that is where it belongs, set the base URL to it", req.URL.Host, where, ErrRedirect)
}
