package sandbox

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"contextarena.internal/arena"
)

// mostPrograms is how many programs a child runs before another takes its place.
const mostPrograms = 200

// longestRun is how long a program may take by the clock before its child is killed, where the kernel
// doesn't bound its time of the processor, or lets it wait.
const longestRun = 2 * time.Minute

// mostAnswer bounds what a child may answer.
const mostAnswer = 1 << 20

// Faults of a program whose child didn't outlive it.
const (
	outOfMemory = "it took more memory than it may have"
	outOfTime   = "it took longer than any program may"
	died        = "the process that ran it ended, twice"
)

// Pool runs programs in child processes, each started once and used again.
type Pool struct {
	path string
	args []string
	slot chan struct{}

	mu     sync.Mutex
	idle   []*child
	closed bool
}

// NewPool returns a pool of at most size children, each started by path with args as a process that
// calls Serve on its standard streams. None is started before it is needed, and none gets anything of
// the environment.
func NewPool(size int, path string, args ...string) *Pool {
	return &Pool{path: path, args: args, slot: make(chan struct{}, max(1, size))}
}

// Eval implements arena.Sandbox.
func (p *Pool) Eval(ctx context.Context, program arena.Program) (arena.Evaluation, error) {
	select {
	case p.slot <- struct{}{}:
	case <-ctx.Done():
		return arena.Evaluation{}, ctx.Err()
	}
	defer func() { <-p.slot }()
	if err := ctx.Err(); err != nil {
		return arena.Evaluation{}, err
	}
	for try := 1; ; try++ {
		c, err := p.take()
		if err != nil {
			return arena.Evaluation{}, err
		}
		e, err := c.eval(ctx, program)
		switch {
		case err == nil:
			return e, p.giveBack(c)
		case errors.Is(err, errTime):
			return arena.Evaluation{Fault: outOfTime, Steps: program.Steps}, nil
		case errors.Is(err, errMemory):
			return arena.Evaluation{Fault: outOfMemory, Steps: program.Steps}, nil
		case !errors.Is(err, errEnded):
			return arena.Evaluation{}, err
		case try == 2: // the first time somebody else may have ended it
			return arena.Evaluation{Fault: died, Steps: program.Steps}, nil
		}
	}
}

// Missing is what of a child's confinement this machine's kernel doesn't allow; nil for nothing.
func (p *Pool) Missing() ([]string, error) {
	c, err := p.take()
	if err != nil {
		return nil, err
	}
	return c.missing, p.giveBack(c)
}

// take is a child that waits for a program.
func (p *Pool) take() (*child, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errors.New("sandbox: closed")
	}
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return c, nil
	}
	return start(p.path, p.args)
}

// giveBack keeps a child for the next program, or ends it when it has run its share.
func (p *Pool) giveBack(c *child) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.ran++; c.ran >= mostPrograms || p.closed {
		return c.end()
	}
	p.idle = append(p.idle, c)
	return nil
}

// Close ends all children. A program that runs is finished first, by its own caller.
func (p *Pool) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	var errs []error
	for _, c := range p.idle {
		errs = append(errs, c.end())
	}
	p.idle = nil
	return errors.Join(errs...)
}

// environment is all that a child gets of one.
var environment = []string{"TZ=UTC", "GOMAXPROCS=2", "GOTRACEBACK=none"}

// child is a process that runs one program at a time.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	limit  *io.LimitedReader
	stderr *tail
	ran    int

	missing []string // of its confinement
}

// start starts a child and waits until it is ready. Where the kernel gives it no namespaces of its own
// it has those of this process.
func start(path string, args []string) (*child, error) {
	c, err := begin(path, args, lonely)
	if err == nil || lonely == nil {
		return c, err
	}
	alone := err
	if c, err = begin(path, args, nil); err == nil {
		c.missing = append(c.missing, "namespaces of its own ("+brief(alone.Error())+")")
	}
	return c, err
}

func begin(path string, args []string, attr *syscall.SysProcAttr) (*child, error) {
	cmd := exec.Command(path, args...)
	cmd.SysProcAttr = attr
	cmd.Env = environment
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	c := &child{cmd: cmd, in: in, limit: &io.LimitedReader{R: out, N: mostAnswer}, stderr: &tail{}}
	c.out = bufio.NewReader(c.limit)
	cmd.Stderr = c.stderr
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("sandbox: start a process for programs: %w", err)
	}
	line, err := c.out.ReadString('\n')
	missing, ok := strings.CutPrefix(strings.TrimSpace(line), ready)
	if err != nil || !ok {
		return nil, fmt.Errorf("sandbox: the process for programs did not begin: %w", errors.Join(err, c.kill()))
	}
	if missing = strings.TrimSpace(missing); missing != "" {
		c.missing = []string{missing}
	}
	return c, nil
}

// How a child may end while it runs a program.
var (
	errMemory = errors.New(outOfMemory)
	errTime   = errors.New(outOfTime)
	errEnded  = errors.New("the process for programs ended")
)

// eval runs a program. After an error the child is gone.
func (c *child) eval(ctx context.Context, program arena.Program) (arena.Evaluation, error) {
	timed, cancel := context.WithTimeout(ctx, longestRun)
	defer cancel()
	stop := context.AfterFunc(timed, c.shoot)
	c.limit.N = mostAnswer
	var e arena.Evaluation
	err := json.NewEncoder(c.in).Encode(program)
	if err == nil {
		var line []byte
		if line, err = c.out.ReadBytes('\n'); err == nil {
			err = json.Unmarshal(line, &e)
		}
	}
	if stop() && err == nil {
		return e, nil
	}
	how := c.kill()
	switch {
	case ctx.Err() != nil:
		return e, ctx.Err()
	case timed.Err() != nil, c.stderr.has(outOfTime):
		return e, errTime
	case c.stderr.has("out of memory", "cannot allocate memory", "stack overflow", "stack exceeds", "failed to create new OS thread", "pthread_create failed"):
		return e, errMemory
	}
	return e, fmt.Errorf("sandbox: %w: %w", errEnded, errors.Join(err, how))
}

// shoot ends a process, if it still runs.
func (c *child) shoot() { _ = c.cmd.Process.Kill() }

// kill ends a child at once and says how it ended.
func (c *child) kill() error {
	c.in.Close()
	c.shoot()
	err := c.cmd.Wait()
	if text := strings.TrimSpace(c.stderr.String()); text != "" {
		err = fmt.Errorf("%w: %s", err, brief(text))
	}
	return err
}

// end lets a child that waits end by itself.
func (c *child) end() error {
	c.in.Close()
	return c.cmd.Wait()
}

// tail keeps the beginning of what a child writes to standard error.
type tail struct{ bytes.Buffer }

// mostTail bounds what is kept.
const mostTail = 4096

// Write never fails.
func (t *tail) Write(b []byte) (int, error) {
	t.Buffer.Write(b[:min(len(b), max(0, mostTail-t.Len()))])
	return len(b), nil
}

// has reports whether the Go runtime gave up for one of these reasons.
func (t *tail) has(reasons ...string) bool {
	return slices.ContainsFunc(reasons, func(why string) bool { return strings.Contains(t.String(), why) })
}
