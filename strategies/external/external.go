// Package external is the strategy that is a program of somebody else's, in any language: a process that is told every message
// and asked what it remembers.
//
//  1. Each trial starts the program anew and writes it requests of JSON-RPC 2.0 on standard input, one a line; it answers each
//     with a line on standard output (process.go). The end of its input ends it.
//  2. While it answers, its own questions to models go to an endpoint of that trial (endpoint.go), which charges them to the
//     message that is being answered. What the endpoint couldn't give it ends the trial, whatever the program made of that.
//  3. The newest messages are shown as they are; what the program recalls stands before them (memory.go).
package external

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	embeddings "contextarena.internal/llm/embed"
	"contextarena.internal/strategies/prompt"
)

// Protocol is the version of the messages.
const Protocol = 1

// External plays a program.
type External struct {
	Command []string `yaml:"command" help:"the program and its arguments, which are its settings: [python3, mine.py]"`
	Files   []string `yaml:"files" help:"files that decide what it does, such as a script and its lock file: a trial's key has their contents"`
	Window  int      `yaml:"window" default:"4" min:"0" max:"100000" help:"newest messages that are shown as they are, beside what it recalls"`
	Timeout int      `yaml:"timeout" default:"600" min:"1" max:"86400" help:"seconds in which it has to answer a message or ask a model"`
	Ignore  []string `yaml:"ignore" help:"fields of its requests to models, such as top_p, that are ignored instead of refused"`

	found *found
}

// found is the program as it was looked up.
type found struct{ dir, path, hash string }

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, nil)

// Name is "external".
func (*External) Name() string { return "external" }

// Version has the protocol, the frame of what is recalled, and the contents of the files once they are found (Find).
func (s *External) Version() string {
	version := prompts.Of(Protocol, "recall.tmpl").Version()
	if s.found == nil {
		return version
	}
	return version + "-" + s.found.hash
}

// Find implements arena.Outsider: it looks up the program, and its files, from a folder; empty for the one that the command is
// given in. Every mistake is reported at once.
func (s *External) Find(dir string) error {
	f := found{dir: dir}
	var errs []error
	if len(s.Command) == 0 {
		errs = append(errs, errors.New("command: want a program, as {name: external, command: [python3, mine.py], files: [mine.py]}"))
	} else {
		name := s.Command[0]
		if strings.ContainsRune(name, filepath.Separator) && !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
			if !strings.ContainsRune(name, filepath.Separator) {
				name = "." + string(filepath.Separator) + name
			}
		}
		path, err := exec.LookPath(name)
		if err == nil {
			path, err = filepath.Abs(path)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("command: %w (a program beside the plan is named as ./NAME)", err))
		}
		f.path = path
		if len(s.Files) == 0 {
			errs = append(errs, errors.New("files: want at least one, so that an edited program isn't taken for the one it was: files: [mine.py]"))
		}
	}
	h := sha256.New()
	fmt.Fprintf(h, "embedder %s\n", embeddings.LocalName)
	for _, name := range s.Files {
		if filepath.IsAbs(name) {
			errs = append(errs, fmt.Errorf("files: %s: want a path from the plan's folder on, since trials are the same in another folder", name))
			continue
		}
		data, err := input.ReadFile(filepath.Join(dir, name), input.Data)
		if err != nil {
			errs = append(errs, fmt.Errorf("files: %w", err))
		}
		fmt.Fprintf(h, "%s %d\n%s", filepath.ToSlash(name), len(data), data)
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("strategy external: %w", err)
	}
	f.hash = hex.EncodeToString(h.Sum(nil)[:8])
	s.found = &f
	return nil
}

// Folder is the one that it was found from.
func (s *External) Folder() string { return s.found.dir }

// Start starts the program and its endpoint.
func (s *External) Start(env arena.Env) (arena.Memory, error) {
	if s.found == nil {
		return nil, errors.New("external: its program wasn't looked up: play it by a plan, or by arena run --strategy")
	}
	m := &Memory{env: env, settings: s}
	var err error
	if m.endpoint, err = listen(m); err != nil {
		return nil, err
	}
	if m.process, err = begin(*s.found, s.Command[1:], append(m.endpoint.environ(), env.Environ...)); err != nil {
		return nil, errors.Join(err, m.endpoint.close())
	}
	return m, nil
}
