//go:build ignore

package deploy

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// plan has 500 trials or more.
const plan = `suite: original
strategies: [full_context, window, rlm, retrieval, structured]
models: ["sim:nano"]
repeats: 20
`

// config is of a cluster of one node, this machine, that talks to itself alone. A requeued job waits until the credential that it was started with has
// expired.
const config = `ClusterName=arena
SlurmctldHost=%[2]s(127.0.0.1)
SlurmctldPort=%[3]d
SlurmdPort=%[4]d
AuthType=auth/munge
AuthInfo=socket=%[1]s/munge.socket,cred_expire=5
CryptoType=crypto/munge
SlurmUser=root
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
KillWait=30
MinJobAge=600
StateSaveLocation=%[1]s/state
SlurmdSpoolDir=%[1]s/spool
SlurmctldPidFile=%[1]s/slurmctld.pid
SlurmdPidFile=%[1]s/slurmd.pid
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
NodeName=%[2]s NodeAddr=127.0.0.1 CPUs=2 RealMemory=4096 State=UNKNOWN
PartitionName=all Nodes=%[2]s Default=YES MaxTime=INFINITE State=UP
`

// slurm is a cluster that is there as long as the test.
type slurm struct {
	*testing.T
	env []string
}

func newSlurm(t *testing.T) slurm {
	t.Helper()
	require.Zero(t, os.Getuid(), "the daemons run as root")
	dir, err := os.MkdirTemp("", "arena-slurm-") // sockets have short names
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	require.NoError(t, os.Chmod(dir, 0o755))
	host, err := os.Hostname()
	require.NoError(t, err)
	host, _, _ = strings.Cut(host, ".")
	for _, name := range []string{"state", "spool", "munge"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o700))
	}
	key := make([]byte, 1024)
	_, _ = rand.Read(key)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "munge/key"), key, 0o400))
	s := slurm{T: t, env: append(os.Environ(), "SLURM_CONF="+filepath.Join(dir, "slurm.conf"))}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "slurm.conf"), fmt.Appendf(nil, config, dir, host, freePort(t), freePort(t)), 0o644))

	s.daemon(dir, "munged", "--foreground", "--force", "--key-file="+dir+"/munge/key", "--socket="+dir+"/munge.socket", "--pid-file="+dir+"/munge/pid",
		"--log-file="+dir+"/munge/log", "--seed-file="+dir+"/munge/seed")
	s.await(10*time.Second, "munged listens", func() bool { _, err := os.Stat(filepath.Join(dir, "munge.socket")); return err == nil })
	s.daemon(dir, "slurmctld", "-D")
	s.daemon(dir, "slurmd", "-D")
	s.await(60*time.Second, "the node is idle", func() bool { return strings.Contains(s.try("sinfo", "--noheader", "--format=%t"), "idle") })
	t.Cleanup(func() { // before the daemons end, what they run
		s.try("scancel", "--user=root")
		s.await(60*time.Second, "no job is left", func() bool { return strings.TrimSpace(s.try("squeue", "--noheader")) == "" })
	})
	return s
}

// daemon runs until the test ends, and prints what it said if the test failed.
func (s slurm) daemon(dir, name string, args ...string) {
	s.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path = "/usr/sbin/" + name
	}
	cmd := exec.Command(path, args...)
	cmd.Env = s.env
	said, err := os.Create(filepath.Join(dir, name+".said"))
	require.NoError(s, err)
	cmd.Stdout, cmd.Stderr = said, said
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	require.NoError(s, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	s.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			_ = cmd.Process.Kill()
			<-ended
		}
		_ = said.Close()
		if s.Failed() {
			text, _ := os.ReadFile(said.Name())
			s.Logf("%s: %s", name, text[max(0, len(text)-4000):])
		}
	})
}

// try is what a command of Slurm prints, errors too.
func (s slurm) try(name string, args ...string) string {
	cmd := exec.Command(name, args...)
	cmd.Env = s.env
	out, _ := cmd.CombinedOutput()
	return string(out)
}

func (s slurm) await(most time.Duration, what string, there func() bool) {
	s.Helper()
	for begin := time.Now(); !there(); time.Sleep(50 * time.Millisecond) {
		if time.Since(begin) > most {
			require.Fail(s, "not within "+most.String()+": "+what, s.try("scontrol", "show", "jobs"))
		}
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// program builds arena and returns the folder it is in.
func program(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	output(t, command(t, root, "go", "build", "-o", filepath.Join(dir, "arena"), "./cmd/arena"))
	return dir
}

// TestSlurm runs the commands of the page: eight tasks, of which one's player is killed, one is requeued and one is told that its time is nearly up,
// each in the middle. A mistake in the plan isn't tried again.
func TestSlurm(t *testing.T) {
	bin, dir := program(t), t.TempDir()
	s := newSlurm(t)
	for _, name := range []string{"shards.sh", "merge.sh"} {
		text, err := os.ReadFile(filepath.Join("slurm", name))
		require.NoError(t, err)
		often := strings.Replace(string(text), "sleep 300", "sleep 1", 1) // copies while it plays
		require.Equal(t, name == "shards.sh", often != string(text))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(often), 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte(plan), 0o600))
	page, err := os.ReadFile("slurm/README.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)\n```\n(.*?)```\n").FindAllStringSubmatch(string(page), -1)
	require.Len(t, blocks, 2)
	bash := func(script string) string {
		cmd := command(t, dir, "bash", "-euc", script)
		cmd.Env = append(s.env, "PATH="+bin+":"+os.Getenv("PATH"))
		return output(t, cmd)
	}
	submitted := regexp.MustCompile(`Submitted batch job ([0-9]+)`).FindStringSubmatch(bash(blocks[0][1]))
	require.Len(t, submitted, 2)
	array := regexp.MustCompile(`(?m)^([0-9]+)_`).FindStringSubmatch(s.try("squeue", "--noheader", "--format=%i"))
	require.Len(t, array, 2)

	log := func(task int) string {
		text, _ := os.ReadFile(filepath.Join(dir, fmt.Sprintf("shard-%d.log", task))) // which isn't there at first
		return string(text)
	}
	inTheMiddle := func(task int) {
		s.await(3*time.Minute, fmt.Sprintf("task %d plays", task), func() bool { return trialPlayed.MatchString(log(task)) })
	}
	inTheMiddle(2)
	require.NoError(t, syscall.Kill(player(t, bin, 2), syscall.SIGKILL))
	inTheMiddle(4)
	require.Empty(t, s.try("scontrol", "requeue", array[1]+"_4"))
	inTheMiddle(6)
	require.Empty(t, s.try("scancel", "--batch", "--signal=USR1", array[1]+"_6")) // as when its time is nearly up
	var ended string
	s.await(8*time.Minute, "the merge has ended", func() bool {
		ended = regexp.MustCompile(`JobState=(COMPLETED|FAILED|CANCELLED|TIMEOUT)`).FindString(s.try("scontrol", "show", "job", submitted[1]))
		return ended != ""
	})
	merged, err := os.ReadFile(filepath.Join(dir, "merge.log"))
	require.NoError(t, err)
	require.Equal(t, "JobState=COMPLETED", ended, "%s", merged)
	counted := regexp.MustCompile(`: ([0-9]+) of ([0-9]+) trials, complete\n`).FindSubmatch(merged)
	require.Len(t, counted, 3, "%s", merged)
	trials, err := strconv.Atoi(string(counted[1]))
	require.NoError(t, err)
	require.GreaterOrEqual(t, trials, 500)

	require.Contains(t, log(2), "arena exited with 137: this shard is queued again")
	require.Contains(t, log(4), "arena: interrupted; the same command goes on where it stopped")
	require.NotContains(t, log(4), "queued again")
	require.Contains(t, log(6), "arena exited with 130: this shard is queued again")
	for task := 1; task <= 8; task++ {
		last := regexp.MustCompile(`trials: ([0-9]+) played now, ([0-9]+) found finished`).FindAllStringSubmatch(log(task), -1)
		require.NotEmpty(t, last, "task %d: %s", task, log(task))
		went := last[len(last)-1]
		require.NotEqual(t, "0", went[1], "task %d: %s", task, log(task))
		require.Equal(t, task == 2 || task == 4 || task == 6, went[2] != "0", "task %d: %s", task, log(task))
	}

	halves, err := filepath.Glob(filepath.Join(dir, ".*.new*"))
	require.NoError(t, err)
	require.Empty(t, halves)

	arena := filepath.Join(bin, "arena")
	output(t, command(t, dir, arena, "run", "plan.yaml", "--db", "one.db"))
	same(t, arena, filepath.Join(dir, "one.db"), filepath.Join(dir, "all.db"))
	report, err := os.ReadFile(filepath.Join(dir, "report.txt"))
	require.NoError(t, err)
	require.Equal(t, output(t, command(t, dir, arena, "report", "--db", "one.db", "--view", "all")), string(report))
	require.Equal(t, output(t, command(t, dir, arena, "report", "--db", "one.db", "--format", "md")), bash(blocks[1][1]))

	require.NoError(t, os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte("suite: orignal\n"), 0o600))
	wrong := strings.TrimSpace(bash("rm shard-*; sbatch --parsable --array=1 shards.sh plan.yaml"))
	var job string
	s.await(time.Minute, "the wrong plan has failed", func() bool {
		job = s.try("scontrol", "show", "job", wrong)
		return strings.Contains(job, "JobState=FAILED")
	})
	require.Contains(t, job, "Restarts=0")
	require.Contains(t, job, "ExitCode=2:0")
	require.Contains(t, log(1), "orignal")
}

// player is the process of a task that plays.
func player(t *testing.T, bin string, task int) int {
	t.Helper()
	all, err := os.ReadDir("/proc")
	require.NoError(t, err)
	for _, p := range all {
		pid, err := strconv.Atoi(p.Name())
		if err != nil {
			continue
		}
		exe, _ := os.Readlink(filepath.Join("/proc", p.Name(), "exe"))
		env, _ := os.ReadFile(filepath.Join("/proc", p.Name(), "environ"))
		if exe == filepath.Join(bin, "arena") && strings.Contains("\x00"+string(env), fmt.Sprintf("\x00SLURM_ARRAY_TASK_ID=%d\x00", task)) {
			return pid
		}
	}
	require.Fail(t, "no process plays", "task %d", task)
	return 0
}
