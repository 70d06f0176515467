package sandbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"contextarena.internal/arena"
)

// What the kernel holds a child to, besides what it has when it starts. A program whose steps are counted
// comes near none of these.
const (
	mostHeap   = 150 << 20        // bytes above which Go's memory is collected all the time
	mostMapped = 512 << 20        // bytes that it may map
	mostCPU    = 20 * time.Second // of the processor for a program
)

// ready is the line by which a child says that it is confined and waits for programs. Behind it stands
// what the kernel didn't allow of that.
const ready = "ready"

// Serve is the child: it bounds its own process, then answers each program that in holds, a line of
// JSON each, by an evaluation on out. It returns once in ends, even while a program runs, so that no
// child outlives the process that feeds it.
func Serve(in io.Reader, out io.Writer) error { return serve(in, out, mostCPU) }

func serve(in io.Reader, out io.Writer, each time.Duration) error {
	missing, err := confine()
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(out, strings.TrimSpace(ready+" "+strings.Join(missing, "; "))); err != nil {
		return err
	}
	programs := make(chan arena.Program)
	ended := make(chan error, 1)
	go func() {
		d := json.NewDecoder(bufio.NewReader(in))
		for {
			var p arena.Program
			if err := d.Decode(&p); err != nil {
				if errors.Is(err, io.EOF) {
					err = nil
				}
				ended <- err
				return
			}
			programs <- p
		}
	}()
	over := overtime()
	answers := json.NewEncoder(out)
	done := make(chan error, 1)
	running := false
	for {
		next := programs
		if running {
			next = nil
		}
		select {
		case err := <-ended:
			return err
		case <-over:
			return errTime
		case p := <-next:
			running = true
			if err := grant(each); err != nil {
				return err
			}
			go func() { done <- answers.Encode(evaluate(p)) }()
		case err := <-done:
			if err != nil {
				return err
			}
			running = false
		}
	}
}
