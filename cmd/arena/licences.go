package main

import (
	"context"
	_ "embed"
	"io"
)

// thirdParty has the licences of the modules in the program (make notices).
//
//go:embed third_party.txt
var thirdParty string

func licencesCommand(c *call) entry {
	return entry{
		use: "licences", short: "Print the licences of what the program is built with",
		example: "  arena licences",
		run: func(context.Context) error {
			_, err := io.WriteString(c.stdout, thirdParty)
			return err
		},
	}
}
