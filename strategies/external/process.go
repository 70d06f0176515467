package external

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"contextarena.internal/arena"
)

// Bounds of a program.
const (
	mostLine = 16 << 20        // bytes of an answer
	mostTail = 4 << 10         // bytes that are kept of the end of its standard error
	grace    = 5 * time.Second // to end by itself once its standard input has
)

// process is a program that answers requests of JSON-RPC 2.0, a line each.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Scanner
	stderr tail
	id     int
	broken error // why nothing more is asked of it
	ended  func() error
}

// begin starts a program in its folder, in a process group of its own.
func begin(f found, args, environ []string) (*process, error) {
	p := &process{cmd: exec.Command(f.path, args...)}
	p.cmd.Dir, p.cmd.Env, p.cmd.Stderr = f.dir, environ, &p.stderr
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.WaitDelay = time.Second // for those it started and left, who hold its standard error
	p.ended = sync.OnceValue(p.cmd.Wait)
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewScanner(out)
	p.out.Buffer(nil, mostLine)
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("external: %w", err)
	}
	return p, nil
}

type request struct {
	Version string `json:"jsonrpc"`
	ID      int    `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

type response struct {
	ID     *int            `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// call sends a request and waits for its answer. After an error, which is arena.Broken unless ctx ended, the program is gone.
func (p *process) call(ctx context.Context, method string, params, result any) error {
	if p.broken != nil {
		return p.broken
	}
	stop := context.AfterFunc(ctx, p.kill)
	err := p.exchange(method, params, result)
	if !stop() {
		err = context.Cause(ctx)
	}
	if err != nil {
		p.kill()
		p.broken = arena.Broken{Err: fmt.Errorf("external: %s: %w%s", method, err, p.said())}
	}
	return p.broken
}

func (p *process) exchange(method string, params, result any) error {
	p.id++
	line, err := json.Marshal(request{"2.0", p.id, method, params})
	if err != nil {
		return err
	}
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		return p.died()
	}
	if !p.out.Scan() {
		if errors.Is(p.out.Err(), bufio.ErrTooLong) {
			return fmt.Errorf("its answer is longer than %d bytes", mostLine)
		}
		return p.died()
	}
	var r response
	if err := json.Unmarshal(p.out.Bytes(), &r); err != nil {
		return fmt.Errorf("it wrote %q on standard output, which is for answers of JSON, a line each: write all else to standard error", brief(p.out.Text()))
	}
	switch {
	case r.ID == nil || *r.ID != p.id:
		return fmt.Errorf("its answer %q isn't to request %d: each is answered once, with its id", brief(p.out.Text()), p.id)
	case r.Error != nil:
		return fmt.Errorf("it answered with an error: %s", brief(r.Error.Message))
	case len(r.Result) == 0:
		return fmt.Errorf("its answer %q has neither a result nor an error", brief(p.out.Text()))
	}
	if err := json.Unmarshal(r.Result, result); err != nil {
		return fmt.Errorf("its result %s: %w", brief(string(r.Result)), err)
	}
	return nil
}

// died says how the program ended in the middle of a message.
func (p *process) died() error {
	p.kill()
	if err := p.ended(); err != nil {
		return fmt.Errorf("the program ended: %w", err)
	}
	return errors.New("the program ended by itself")
}

// kill ends the process and those that it started.
func (p *process) kill() { _ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }

// close ends its input, and lets it end by itself. The error says that it didn't, or what it ended with.
func (p *process) close() error {
	p.in.Close()
	if p.broken != nil {
		_ = p.ended()
		return nil // which was said
	}
	timer := time.AfterFunc(grace, p.kill)
	more := p.out.Scan()
	for more && p.out.Scan() { // what it says now is to nobody
	}
	err := p.ended()
	slow := !timer.Stop()
	p.kill()
	switch {
	case slow:
		return fmt.Errorf("external: the program was killed, %s after the end of its input", grace)
	case err != nil:
		return fmt.Errorf("external: the program ended with %w", err)
	case more:
		return errors.New("external: the program wrote more answers than it was asked for")
	}
	return nil
}

// said is the end of what it wrote on standard error, as the end of a sentence.
func (p *process) said() string {
	if text := p.stderr.String(); text != "" {
		return "; it said: " + text
	}
	return ""
}

// brief is the end of a text, for a message to people.
func brief(text string) string {
	if r := []rune(text); len(r) > 300 {
		return "…" + string(r[len(r)-300:])
	}
	return text
}

// tail keeps the end of what is written.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	t.text = t.text[max(0, len(t.text)-mostTail):]
	return len(b), nil
}

// String is the end of it, its lines in one.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(string(t.text), "")), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return brief(strings.Join(lines, " | "))
}
