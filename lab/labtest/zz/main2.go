package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"time"

	"contextarena.internal/lab"
	"contextarena.internal/lab/leaderboard"
)

func survival(ctx context.Context, l *lab.Lab) {
	start := time.Now()
	r, err := l.Load(ctx, "")
	if err != nil {
		panic(err)
	}
	fmt.Println("load", time.Since(start), rss())
	f, _ := os.Create("cpu.prof")
	pprof.StartCPUProfile(f)
	start = time.Now()
	rep := leaderboard.New(r, leaderboard.Ask{Views: []string{"survival"}})
	fmt.Println("survival", time.Since(start), rss())
	pprof.StopCPUProfile()
	rep.Document().Write(io.Discard, "table", "")
	g, _ := os.Create("heap2.prof")
	pprof.Lookup("allocs").WriteTo(g, 0)
	g.Close()
}
