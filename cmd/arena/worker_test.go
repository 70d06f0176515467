package main

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
)

// A worker is a process that plays commands one after the other, each as if it had been started for it: with its folder,
// environment, arguments and streams. The tests have some hundreds of them, and to start costs more than most of them do.
type worker struct {
	process *exec.Cmd
	jobs    io.WriteCloser
	answers *json.Decoder
}

type job struct {
	Dir       string
	Env, Args []string
}

type played struct {
	Code           int
	Stdout, Stderr string
}

// workers are those that aren't at work. They are started when they are first needed.
var workers = func() chan *worker {
	all := make(chan *worker, runtime.GOMAXPROCS(0))
	for range cap(all) {
		all <- &worker{}
	}
	return all
}()

// stopWorkers ends them all.
func stopWorkers() error {
	var errs []error
	for range cap(workers) {
		if w := <-workers; w.process != nil {
			errs = append(errs, w.jobs.Close(), w.process.Wait())
		}
	}
	return errors.Join(errs...)
}

// inWorker plays a command in a worker. One that doesn't outlive its command is an error of that command alone: the next has another.
func inWorker(j job) (p played, err error) {
	w := <-workers
	defer func() { workers <- w }()
	if w.process == nil {
		if err := w.start(); err != nil {
			return p, err
		}
	}
	if err = json.NewEncoder(w.jobs).Encode(j); err == nil {
		err = w.answers.Decode(&p)
	}
	if err != nil {
		err = errors.Join(err, w.jobs.Close(), w.process.Wait())
		*w = worker{}
	}
	return p, err
}

func (w *worker) start() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self)
	cmd.Env, cmd.Stderr = append(os.Environ(), "ARENA_WORKS=1"), os.Stderr
	jobs, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	answers, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	w.process, w.jobs, w.answers = cmd, jobs, json.NewDecoder(answers)
	return cmd.Start()
}

// work is what a worker does.
func work() error {
	jobs, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	percent := debug.SetGCPercent(100)
	for {
		debug.SetGCPercent(percent) // a command may have set both
		debug.SetMemoryLimit(math.MaxInt64)
		var j job
		if err := jobs.Decode(&j); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		p, err := j.play()
		if err != nil {
			return err
		}
		if err := answers.Encode(p); err != nil {
			return err
		}
	}
}

// play is run as the job wants it.
func (j job) play() (p played, err error) {
	os.Clearenv()
	for _, variable := range j.Env {
		name, value, _ := strings.Cut(variable, "=")
		err = errors.Join(err, os.Setenv(name, value))
	}
	os.Args = append([]string{"arena"}, j.Args...)
	stdin, noNothing := os.Open(os.DevNull)
	stdout, noOut := os.CreateTemp("", "stdout")
	stderr, noErr := os.CreateTemp("", "stderr")
	if err := errors.Join(err, noNothing, noOut, noErr, os.Chdir(j.Dir)); err != nil {
		return p, err
	}
	os.Stdin, os.Stdout, os.Stderr = stdin, stdout, stderr
	p.Code = run()
	said := func(f *os.File) string {
		b, failed := os.ReadFile(f.Name())
		err = errors.Join(err, failed, f.Close(), os.Remove(f.Name()))
		return string(b)
	}
	p.Stdout, p.Stderr = said(stdout), said(stderr)
	return p, errors.Join(err, stdin.Close())
}
