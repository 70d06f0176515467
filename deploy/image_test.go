//go:build ignore

package deploy

import (
	"bytes"
	"debug/elf"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/stretchr/testify/require"
)

// image is what the Dockerfile makes: the files, who runs in them, where, and what.
type image struct {
	root       string
	user       string
	dir        string
	entrypoint []string
}

// dockerfile reads the Dockerfile, which must give its linter nothing to say: the stage that builds, and the image.
func dockerfile(t *testing.T) (build, last instructions.Stage) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "Dockerfile"))
	require.NoError(t, err)
	parsed, err := parser.Parse(bytes.NewReader(text))
	require.NoError(t, err)
	stages, _, err := instructions.Parse(parsed.AST, linter.New(&linter.Config{
		Warn: func(rule, _, _, message string, at []parser.Range) {
			t.Errorf("Dockerfile: %s: %s %v", rule, message, at)
		},
	}))
	require.NoError(t, err)
	require.Len(t, stages, 2)
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	require.Contains(t, string(module), "\ngo "+strings.TrimSuffix(strings.TrimPrefix(stages[0].BaseName, "golang:"), "-bookworm")+".", "the base image has another Go")
	return stages[0], stages[1]
}

// built makes the image as docker would, by the Dockerfile's own commands, with this machine's Go in the place of the base image's.
func built(t *testing.T) image {
	t.Helper()
	require.Zero(t, os.Getuid(), "files of another user are made, and namespaces: run it as root")
	build, last := dockerfile(t)
	im := image{root: t.TempDir()}
	for _, c := range build.Commands {
		if run, ok := c.(*instructions.RunCommand); ok {
			line := strings.ReplaceAll(strings.Join(run.CmdLine, " "), "/image", im.root)
			output(t, command(t, root, "sh", "-c", line))
		}
	}
	require.Equal(t, "scratch", last.BaseName)
	for _, c := range last.Commands {
		switch c := c.(type) {
		case *instructions.CopyCommand:
			require.Equal(t, []string{"/image", "/"}, append(c.SourcePaths, c.DestPath))
		case *instructions.UserCommand:
			im.user = c.User
		case *instructions.WorkdirCommand:
			im.dir = c.Path
		case *instructions.EntrypointCommand:
			im.entrypoint = c.CmdLine
		}
	}
	for _, dir := range []string{"dev", "proc"} { // what runs containers brings them
		require.NoError(t, os.Mkdir(filepath.Join(im.root, dir), 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(im.root, "dev/null"), nil, 0o600))
	return im
}

// enter begins a command as a container does, in a name space of its own: under the root $1, in $2, as user $3 and group $4, with every further
// pair up to -- a mount point and what is mounted there. All else is read-only, but for /tmp.
const enter = `
root=$1 dir=$2 uid=$3 gid=$4; shift 4
mount --bind "$root" "$root"
mount --bind "$root/tmp" "$root/tmp"
mount --bind /dev/null "$root/dev/null"
mount -t proc proc "$root/proc"
while [ "$1" != -- ]; do mount --bind "$2" "$root$1"; shift 2; done
mount -o remount,bind,ro "$root"
exec unshare --root="$root" --wd="$dir" --setgid="$gid" --setuid="$uid" "$@"`

// command is a command in the image, with folders of this machine mounted in it and nothing in its environment but what is given.
func (im image) command(t *testing.T, mounts map[string]string, env []string, args ...string) *exec.Cmd {
	t.Helper()
	uid, gid, ok := strings.Cut(im.user, ":")
	require.True(t, ok, "USER names a user and a group by their numbers, as runAsNonRoot wants it")
	script := []string{"--mount", "sh", "-ec", enter, "enter", im.root, im.dir, uid, gid}
	for at, from := range mounts {
		require.NoError(t, os.MkdirAll(filepath.Join(im.root, at), 0o755))
		script = append(script, at, from)
	}
	script = append(append(script, "--"), im.entrypoint...)
	cmd := command(t, "", "unshare", append(script, args...)...)
	cmd.Env = append([]string{}, env...)
	return cmd
}

// data is an empty folder for databases that the image's user may write.
func (im image) data(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	output(t, command(t, "", "chown", im.user, dir))
	return dir
}

// TestImage builds the image once for all that runs in it or by its program.
func TestImage(t *testing.T) {
	t.Setenv("RELEASED", "v0-of-the-image")
	im := built(t)
	t.Run("alone", func(t *testing.T) { testImage(t, im) })
	t.Run("kubernetes", func(t *testing.T) { testKubernetes(t, im) })
	t.Run("retries", func(t *testing.T) { testRetries(t, im) })
	t.Run("workflow", func(t *testing.T) { testWorkflow(t, im.root) })
}

// testImage: a static program, small, that needs neither an environment nor a home, and writes to its folder alone.
func testImage(t *testing.T, im image) {
	t.Helper()
	require.Equal(t, "/data", im.dir)
	var size int64
	require.NoError(t, filepath.WalkDir(im.root, func(_ string, d fs.DirEntry, err error) error {
		if info, bad := d.Info(); err == nil && bad == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		return err
	}))
	require.Less(t, size, int64(100e6))
	t.Logf("%.1f MB", float64(size)/1e6)
	program, err := elf.Open(filepath.Join(im.root, im.entrypoint[0]))
	require.NoError(t, err)
	defer program.Close()
	libraries, err := program.ImportedLibraries()
	require.NoError(t, err)
	require.Empty(t, libraries)
	for _, p := range program.Progs {
		require.NotEqual(t, elf.PT_INTERP, p.Type, "the program wants a loader")
	}
	require.FileExists(t, filepath.Join(im.root, "etc/ssl/certs/ca-certificates.crt"))

	disk := map[string]string{"/data": im.data(t)}
	require.Contains(t, output(t, im.command(t, disk, nil, "--version")), "v0-of-the-image")
	out := output(t, im.command(t, disk, nil, "run", "--scenario", "early-fact-recall", "--repeats", "1"))
	require.Contains(t, out, "full_context")
	require.FileExists(t, filepath.Join(disk["/data"], "arena.db"))
	exit, out := code(t, im.command(t, disk, nil, "run", "--db", "/home.db"))
	require.Equal(t, 1, exit, out)
	require.Contains(t, out, "read-only file system")
}
