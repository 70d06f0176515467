// Package deploy starts arena on other people's machines: a folder for each of Slurm, Kubernetes and GitHub Actions. Its tests run their commands
// (make test-deploy, make test-slurm). They read manifests, workflows and Dockerfiles with modules that the program doesn't need: those are in
// deploy.mod, and the tests' constraint keeps them out of go.mod.
package deploy
