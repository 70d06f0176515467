package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"contextarena.internal/internal/sandbox"
)

// sandboxName is the command as which the program starts itself again to run what models write.
const sandboxName = "sandbox"

func sandboxCommand(c *call) entry {
	own := &struct {
		Check bool `flag:"check" usage:"say what of its confinement this machine doesn't allow"`
	}{}
	return entry{
		use: sandboxName, short: "Run programs that models wrote, from standard input", hidden: true, own: own,
		run: func(context.Context) error {
			if own.Check {
				return c.checkSandbox()
			}
			return sandbox.Serve(c.stdin, c.stdout)
		},
	}
}

// checkSandbox starts a process for programs and says how it is confined.
func (c *call) checkSandbox() error {
	pool, ok := c.sandbox.(*sandbox.Pool)
	if !ok {
		return errors.New("programs run in this process: there is nothing to check")
	}
	missing, err := pool.Missing()
	if err != nil {
		return err
	}
	if len(missing) == 0 {
		_, err = fmt.Fprintln(c.stdout, "programs are confined in every way: no rights, files, network or file system, and limits of time and memory")
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "programs are confined, but this machine doesn't allow: %s\n", strings.Join(missing, "; "))
	return err
}
