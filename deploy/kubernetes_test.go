//go:build ignore

package deploy

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	"sigs.k8s.io/yaml"
)

// manifests are the objects of the folder, by kind and name.
type manifests struct {
	Plan    core.ConfigMap
	Disk    core.PersistentVolumeClaim
	Network networking.NetworkPolicy
	Shards  batch.Job
	Merge   batch.Job
}

// read decodes every object strictly: a field that Kubernetes doesn't have, or has elsewhere, fails.
func read(t *testing.T) *manifests {
	t.Helper()
	var m manifests
	objects := map[string]any{
		"v1 ConfigMap arena-plan": &m.Plan, "v1 PersistentVolumeClaim arena-data": &m.Disk, "networking.k8s.io/v1 NetworkPolicy arena": &m.Network,
		"batch/v1 Job arena-shards": &m.Shards, "batch/v1 Job arena-merge": &m.Merge,
	}
	files, err := filepath.Glob("kubernetes/*.yaml")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, document := range bytes.Split(text, []byte("\n---\n")) {
			var head struct {
				APIVersion, Kind string
				Metadata         struct{ Name string }
			}
			require.NoError(t, yaml.Unmarshal(document, &head), file)
			name := head.APIVersion + " " + head.Kind + " " + head.Metadata.Name
			require.Contains(t, objects, name, file)
			require.NoError(t, yaml.UnmarshalStrict(document, objects[name]), "%s: %s", file, name)
			delete(objects, name)
		}
	}
	require.Empty(t, objects, "isn't in kubernetes/*.yaml")
	return &m
}

// TestManifestsHoldTogether: what the types don't say.
func TestManifestsHoldTogether(t *testing.T) {
	m := read(t)
	s := m.Shards.Spec
	require.Equal(t, batch.IndexedCompletion, *s.CompletionMode, "backoffLimitPerIndex needs it")
	require.Equal(t, *s.Completions, *s.Parallelism)
	require.Contains(t, s.Template.Spec.Containers[0].Args, fmt.Sprintf("--shard=auto/%d", *s.Completions))
	require.Positive(t, *s.BackoffLimitPerIndex)
	merge := m.Merge.Spec.Template.Spec.InitContainers[0].Args
	for i := range *s.Completions {
		require.Contains(t, merge, fmt.Sprintf("/data/shard-%d.db", i))
	}
	require.Len(t, merge, int(*s.Completions)+2)
	require.Equal(t, []core.PersistentVolumeAccessMode{core.ReadWriteOnce}, m.Disk.Spec.AccessModes)
	require.NotEmpty(t, s.Template.Spec.Affinity.PodAffinity.RequiredDuringSchedulingIgnoredDuringExecution, "one node alone has the disk")

	require.Equal(t, []networking.PolicyType{networking.PolicyTypeIngress, networking.PolicyTypeEgress}, m.Network.Spec.PolicyTypes)
	require.Empty(t, m.Network.Spec.Ingress)
	var out []string
	for _, rule := range m.Network.Spec.Egress {
		for _, p := range rule.Ports {
			out = append(out, fmt.Sprintf("%s %s", *p.Protocol, p.Port))
		}
	}
	require.Equal(t, []string{"UDP 53", "TCP 53", "TCP 443"}, out)

	_, last := dockerfile(t)
	for _, job := range []batch.Job{m.Shards, m.Merge} {
		pod := job.Spec.Template.Spec
		for key, value := range m.Network.Spec.PodSelector.MatchLabels {
			require.Equal(t, value, job.Spec.Template.Labels[key], "%s is outside of the network policy", job.Name)
		}
		require.Equal(t, core.RestartPolicyNever, pod.RestartPolicy, "podFailurePolicy needs it")
		require.Equal(t, batch.Failed, *job.Spec.PodReplacementPolicy, "a database has one writer")
		require.False(t, *pod.AutomountServiceAccountToken)
		require.True(t, *pod.SecurityContext.RunAsNonRoot)
		require.Contains(t, fmt.Sprint(last.Commands), fmt.Sprintf("%d:%d", *pod.SecurityContext.RunAsUser, *pod.SecurityContext.FSGroup), "the image has another user")
		volumes := map[string]core.Volume{}
		for _, v := range pod.Volumes {
			volumes[v.Name] = v
		}
		for _, c := range slices.Concat(pod.InitContainers, pod.Containers) {
			require.True(t, *c.SecurityContext.ReadOnlyRootFilesystem, c.Name)
			require.False(t, *c.SecurityContext.AllowPrivilegeEscalation, c.Name)
			require.Equal(t, []core.Capability{"ALL"}, c.SecurityContext.Capabilities.Drop, c.Name)
			for _, of := range []core.ResourceName{core.ResourceCPU, core.ResourceMemory} {
				require.Positive(t, c.Resources.Requests.Name(of, "").Sign(), "%s: %s", c.Name, of)
				require.GreaterOrEqual(t, c.Resources.Limits.Name(of, "").Cmp(*c.Resources.Requests.Name(of, "")), 0, "%s: %s", c.Name, of)
			}
			for _, mount := range c.VolumeMounts {
				require.Contains(t, volumes, mount.Name, c.Name)
			}
		}
		if plan, has := volumes["plan"]; has {
			require.Equal(t, m.Plan.Name, plan.ConfigMap.Name)
		}
		require.Equal(t, m.Disk.Name, volumes["data"].PersistentVolumeClaim.ClaimName)
	}
}

// decide is what a Job does when a container has ended with a code: the action of the first rule that fits, or Count.
func decide(job batch.Job, container string, code int) batch.PodFailurePolicyAction {
	for _, rule := range job.Spec.PodFailurePolicy.Rules {
		if on := rule.OnExitCodes; on != nil && (on.ContainerName == nil || *on.ContainerName == container) &&
			slices.Contains(on.Values, int32(code)) == (on.Operator == batch.PodFailurePolicyOnExitCodesOpIn) {
			return rule.Action
		}
	}
	return batch.PodFailurePolicyActionCount
}

// cluster runs the containers of the manifests as processes in the image.
type cluster struct {
	*testing.T
	image
	volumes map[string]string // folders, by the names of the volumes
}

func newCluster(t *testing.T, im image, plan string) cluster {
	t.Helper()
	c := cluster{T: t, image: im, volumes: map[string]string{"data": im.data(t), "plan": t.TempDir(), "tmp": im.data(t)}}
	require.NoError(t, os.WriteFile(filepath.Join(c.volumes["plan"], "plan.yaml"), []byte(plan), 0o644))
	return c
}

// command is a container's command, with an environment as the Job's controller makes it where no secret is, and arguments of ours behind its own.
func (c cluster) command(of core.Container, index int, more ...string) *exec.Cmd {
	require.Empty(c, of.Command, "the image has an entry point")
	require.Equal(c, c.dir, of.WorkingDir)
	env := []string{}
	if index >= 0 {
		env = append(env, fmt.Sprintf("JOB_COMPLETION_INDEX=%d", index))
	}
	for _, e := range of.Env {
		require.True(c, *e.ValueFrom.SecretKeyRef.Optional, "%s: simulated models have no key", e.Name)
	}
	var args []string
	for _, a := range of.Args {
		args = append(args, strings.ReplaceAll(a, "$(JOB_COMPLETION_INDEX)", fmt.Sprint(index)))
	}
	mounts := map[string]string{}
	for _, m := range of.VolumeMounts {
		mounts[m.MountPath] = c.volumes[m.Name]
	}
	return c.image.command(c.T, mounts, env, append(args, more...)...)
}

// atFirstTrial calls do when a command says on its standard error that a trial is played.
type atFirstTrial struct {
	said bytes.Buffer
	do   func()
}

var trialPlayed = regexp.MustCompile(`(?m)^[1-9][0-9]*/[0-9]+ trials`)

func (a *atFirstTrial) Write(p []byte) (int, error) {
	a.said.Write(p)
	if a.do != nil && trialPlayed.Match(a.said.Bytes()) {
		a.do()
		a.do = nil
	}
	return len(p), nil
}

// testKubernetes plays the plan of the manifests by their own commands, one shard killed and one interrupted, and both given again: what is merged
// is one machine's.
func testKubernetes(t *testing.T, im image) {
	t.Helper()
	m := read(t)
	shard := m.Shards.Spec.Template.Spec.Containers[0]
	merge, report := m.Merge.Spec.Template.Spec.InitContainers[0], m.Merge.Spec.Template.Spec.Containers[0]
	c := newCluster(t, im, m.Plan.Data["plan.yaml"])
	again := map[int]syscall.Signal{3: syscall.SIGKILL, 5: syscall.SIGTERM}
	for i := range int(*m.Shards.Spec.Completions) {
		if signal, stop := again[i]; stop {
			cmd := c.command(shard, i)
			cmd.Stderr = &atFirstTrial{do: func() { _ = cmd.Process.Signal(signal) }}
			require.Error(t, cmd.Run())
			if signal == syscall.SIGTERM {
				require.Equal(t, batch.PodFailurePolicyActionIgnore, decide(m.Shards, shard.Name, cmd.ProcessState.ExitCode()))
			}
		}
		if i == 7 { // which is merged when all is there
			exit, out := code(t, c.command(merge, -1))
			require.Equal(t, 2, exit, out)
			require.Contains(t, out, "/data/shard-7.db does not exist")
			require.Equal(t, batch.PodFailurePolicyActionFailJob, decide(m.Merge, merge.Name, exit))
		}
		exit, out := code(t, c.command(shard, i))
		require.Zero(t, exit, out)
		found := regexp.MustCompile(`: ([0-9]+) played now, ([0-9]+) found finished`).FindStringSubmatch(out)
		require.Len(t, found, 3, out)
		_, stopped := again[i]
		require.Equal(t, stopped, found[2] != "0", "shard %d: %s", i, found[0])
		require.NotEqual(t, "0", found[1], "shard %d: %s", i, found[0])
	}
	output(t, c.command(merge, -1))
	whole := output(t, c.command(report, -1))

	one := shard
	one.Args = []string{"run", "/plan/plan.yaml", "--db=/data/one.db"}
	output(t, c.command(one, -1))
	report.Args = slices.Clone(report.Args)
	report.Args[slices.Index(report.Args, "--db=/data/all.db")] = "--db=/data/one.db"
	require.Equal(t, output(t, c.command(report, -1)), whole)
	same(t, filepath.Join(im.root, "arena"), filepath.Join(c.volumes["data"], "one.db"), filepath.Join(c.volumes["data"], "all.db"))
}

// testRetries: what the program exits with is what the policies decide by.
func testRetries(t *testing.T, im image) {
	t.Helper()
	m := read(t)
	shard := m.Shards.Spec.Template.Spec.Containers[0]
	for _, x := range []struct {
		name, plan string
		more       []string
		code       int
		action     batch.PodFailurePolicyAction
	}{
		{"a mistake in the plan", "suite: orignal\n", nil, 2, batch.PodFailurePolicyActionFailJob},
		{"a plan without a key", "models: [\"openai:gpt-5-nano\"]\n", nil, 2, batch.PodFailurePolicyActionFailJob},
		{"no provider", "models: [\"ollama:llama3.2:3b\"]\n", []string{"--max-wait=1s"}, 3, batch.PodFailurePolicyActionCount},
		{"no money left", "models: [\"sim:nano\"]\n", []string{"--budget-usd=0.0001"}, 3, batch.PodFailurePolicyActionCount},
		{"no disk", "models: [\"sim:nano\"]\n", []string{"--db=/shard.db"}, 1, batch.PodFailurePolicyActionCount},
	} {
		t.Run(x.name, func(t *testing.T) {
			exit, out := code(t, newCluster(t, im, x.plan).command(shard, 0, x.more...))
			require.Equal(t, x.code, exit, out)
			require.Equal(t, x.action, decide(m.Shards, shard.Name, exit))
		})
	}
}
