// Package seal commits to a seed before it is known: its hash is published today, the scenarios
// drawn from it are played tomorrow, and the seed is published after that. Whoever has both can
// check that nobody chose the scenarios after seeing what a strategy does with them, and that nobody
// could tune a strategy to them.
//
// It is a plain hash commitment: it hides the seed as long as the seed can't be guessed, and binds as
// long as nobody finds two texts of one SHA-256. The hash is that of a prefix and the seed, so that it
// is of no use as a hash of the seed for anything else.
package seal

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/arena"
)

// prefix names what is hashed, and the way it is.
const prefix = "context-arena sealed seed 1\n"

// leastSeed is the fewest characters of a seed that can be sealed: shorter ones could be found by
// trying.
const leastSeed = 16

// Hash is the commitment to a seed: 64 hexadecimal digits. White space around the seed doesn't
// count. A seed of fewer than leastSeed characters, of more than one line, or with characters that
// can't be printed and so not be published, is an error.
func Hash(seed string) (string, error) {
	seed = strings.TrimSpace(seed)
	switch {
	case seed == "":
		return "", fmt.Errorf("the seed is empty (arena scenarios seal --new draws one)")
	case strings.ContainsAny(seed, "\r\n"):
		return "", fmt.Errorf("the seed has several lines: want one")
	case !utf8.ValidString(seed) || strings.ContainsFunc(seed, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "", fmt.Errorf("the seed has characters that can't be printed: want text")
	case utf8.RuneCountInString(seed) < leastSeed:
		return "", fmt.Errorf("a seed of %d characters can be guessed from its hash: want %d or more (arena scenarios seal --new draws one)", utf8.RuneCountInString(seed), leastSeed)
	}
	sum := sha256.Sum256([]byte(prefix + seed))
	return hex.EncodeToString(sum[:]), nil
}

var hexHash = regexp.MustCompile(`^[0-9a-f]{64}$`)

// ErrDisagree says that a seed isn't the one that a hash commits to.
var ErrDisagree = errors.New("seed and hash don't agree")

// Check is an error unless hash is the commitment to seed: ErrDisagree, or what is wrong with one
// of them. Capitals and white space around either don't matter.
func Check(hash, seed string) error {
	hash = strings.ToLower(strings.TrimSpace(hash))
	if hash == "" {
		return fmt.Errorf("the seed is not sealed: without a hash that was published before the run it proves nothing")
	}
	if !hexHash.MatchString(hash) {
		return fmt.Errorf("hash %q: want the 64 hexadecimal digits that arena scenarios seal has printed", hash)
	}
	have, err := Hash(seed)
	if err != nil {
		return err
	}
	if subtle.ConstantTimeCompare([]byte(have), []byte(hash)) == 0 {
		return fmt.Errorf("%w: the seed's hash is %s, not %s", ErrDisagree, have, hash)
	}
	return nil
}

// Draw draws a seed of 128 bits from random, in hexadecimal, writes it to a file that isn't there yet
// and only its owner may read, and returns its hash.
func Draw(file string, random io.Reader) (hash string, err error) {
	if file == "-" {
		return "", arena.Mistake{Err: errors.New("--new needs a file to write the seed to")}
	}
	seed, err := draw(random)
	if err != nil {
		return "", err
	}
	if hash, err = Hash(seed); err != nil {
		return "", err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return "", arena.Mistake{Err: fmt.Errorf("%s is there already: seal it without --new, or name another file", file)}
	}
	if err != nil {
		return "", err
	}
	_, err = io.WriteString(f, seed+"\n")
	return hash, errors.Join(err, f.Close())
}

func draw(random io.Reader) (string, error) {
	var b [16]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("drawing a seed: %w", err)
	}
	return hex.EncodeToString(b[:]), nil
}
