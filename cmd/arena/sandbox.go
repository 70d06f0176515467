package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/internal/sandbox"
)

// sandboxName is the command as which the program starts itself again to run what models write.
const sandboxName = "sandbox"

func sandboxCommand(w *world) *cobra.Command {
	check := false
	c := &cobra.Command{
		Use:    sandboxName,
		Short:  "Run programs that models wrote, from standard input",
		Hidden: true,
		Args:   noArgs,
		RunE: func(*cobra.Command, []string) error {
			if check {
				return checkSandbox(w)
			}
			return sandbox.Serve(w.stdin, w.stdout)
		},
	}
	c.Flags().BoolVar(&check, "check", false, "say what of its confinement this machine doesn't allow")
	return c
}

// checkSandbox starts a process for programs and says how it is confined.
func checkSandbox(w *world) error {
	pool, ok := w.sandbox.(*sandbox.Pool)
	if !ok {
		return errors.New("programs run in this process: there is nothing to check")
	}
	missing, err := pool.Missing()
	if err != nil {
		return err
	}
	if len(missing) == 0 {
		_, err = fmt.Fprintln(w.stdout, "programs are confined in every way: no rights, files, network or file system, and limits of time and memory")
		return err
	}
	_, err = fmt.Fprintf(w.stdout, "programs are confined, but this machine doesn't allow: %s\n", strings.Join(missing, "; "))
	return err
}
