package main

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"runtime"
	"runtime/pprof"
	"runtime/debug"
	"strings"
	"time"

	"contextarena.internal/internal/sandbox"
	"contextarena.internal/lab"
	"contextarena.internal/lab/page"
	"contextarena.internal/llm"
	"contextarena.internal/store"
)

func rss() string {
	b, _ := os.ReadFile("/proc/self/status")
	out := ""
	for _, l := range strings.Split(string(b), "\n") {
		if strings.HasPrefix(l, "VmHWM") || strings.HasPrefix(l, "VmRSS") {
			out += strings.Join(strings.Fields(l), " ") + "  "
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return out + fmt.Sprintf("heap %d MB inuse, %d sys", m.HeapInuse>>20, m.Sys>>20)
}

func main() {
	ctx := context.Background()
	runtime.MemProfileRate = 64<<10; debug.SetGCPercent(50)
	db, err := store.Open(ctx, os.Args[1], store.Options{ReadOnly: true})
	if err != nil {
		panic(err)
	}
	l := &lab.Lab{DB: db, Prices: llm.BuiltinPrices(), Tokens: llm.NewCounter().Count, Parallel: 2, Program: "x", Sandbox: sandbox.InProcess{}, Now: time.Now()}
	if len(os.Args) > 2 && os.Args[2] == "survival" {
		survival(ctx, l)
		return
	}
	s := &page.Site{Lab: l, Every: time.Second}
	start := time.Now()
	s.Warm(ctx)
	fmt.Println("warm", time.Since(start), rss())
	h := s.Handler()
	go func() {
		for i := range 40 {
			time.Sleep(500 * time.Millisecond)
			f, _ := os.Create(fmt.Sprintf("live%02d.prof", i))
			pprof.Lookup("heap").WriteTo(f, 0)
			f.Close()
		}
	}()
	f0, _ := os.Create("cpu3.prof")
	pprof.StartCPUProfile(f0); defer pprof.StopCPUProfile()
	
	for _, path := range os.Args[3:] {
		start = time.Now()
		w, q := httptest.NewRecorder(), httptest.NewRequest("GET", "/data/"+path, nil)
		q.Host = "localhost"
		h.ServeHTTP(w, q)
		fmt.Println(path, w.Code, w.Body.Len(), time.Since(start), rss())
	}
	runtime.GC()
	fmt.Println("gc", rss())
	f, _ := os.Create(os.Args[2])
	pprof.Lookup("heap").WriteTo(f, 0)
	f.Close()
	runtime.KeepAlive(s)
}
