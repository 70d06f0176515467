package main

import (
	"github.com/spf13/cobra"

	"contextarena.internal/internal/sandbox"
)

// sandboxName is the command as which the program starts itself again to run what models write.
const sandboxName = "sandbox"

func sandboxCommand(w *world) *cobra.Command {
	return &cobra.Command{
		Use:    sandboxName,
		Short:  "Run programs that models wrote, from standard input",
		Hidden: true,
		Args:   noArgs,
		RunE:   func(*cobra.Command, []string) error { return sandbox.Serve(w.stdin, w.stdout) },
	}
}
