package compaction

import (
	"fmt"
	"strings"
)

// taskChars is how much of a task a summary by rules repeats.
const taskChars = 100

// Deterministic is the summary that the source's rules make of entries: the task, how many steps there were, what
// was found in their outputs, which errors there were. It reads outputs alone.
func (c Config) Deterministic(entries []Entry, task string) string {
	if len(entries) == 0 {
		return "No prior steps."
	}
	var found []string
	if c.KeyFindings {
		found = keyFindings(entries)
	}
	successful, calls := counted(entries)
	return report(task, len(entries), successful, calls, "", found, issues(entries))
}

// report is a summary: prose, where there is any, stands between what was counted and what was found.
func report(task string, steps, successful, calls int, prose string, found, issues []string) string {
	var parts []string
	add := func(format string, about ...any) { parts = append(parts, fmt.Sprintf(format, about...)) }
	if task != "" {
		add("Working on: %s", first(task, taskChars))
	}
	add("Completed %d steps (%d successful).", steps, successful)
	if calls > 0 {
		add("Made %d LLM sub-calls.", calls)
	}
	if prose != "" {
		add("%s", prose)
	}
	if len(found) > 0 {
		add("Key findings: %s", strings.Join(found, "; "))
	}
	if len(issues) > 0 {
		add("Resolved issues: %s", strings.Join(issues, ", "))
	}
	return strings.Join(parts, " ")
}

// Prompt is the source's: entries with the first 200 characters of their reasoning, 150 of their code and 100 of
// their output. What earlier summaries said is in it only as far as it is among the entries.
func (r Request) Prompt() string {
	var steps []string
	for i, e := range r.Entries {
		lines := []string{fmt.Sprintf("Step %d:", i+1)}
		if e.Reasoning != "" {
			lines = append(lines, "  Reasoning: "+first(e.Reasoning, 200))
		}
		if e.Code != "" {
			lines = append(lines, "  Code: "+strings.ReplaceAll(first(e.Code, 150), "\n", " ")+"...")
		}
		if e.Output != "" {
			lines = append(lines, "  Output: "+strings.ReplaceAll(first(e.Output, 100), "\n", " "))
		}
		steps = append(steps, strings.Join(lines, "\n"))
	}
	task := r.Task
	if task == "" {
		task = "Analyzing context"
	}
	return fmt.Sprintf(`Summarize this RLM interaction history in %d sentences.

Task: %s

Interaction History:
%s

Provide a concise summary that captures:
1. What was attempted
2. Key findings or progress made
3. Any errors encountered and how they were resolved

Summary (2-3 sentences):`, r.Sentences, task, strings.Join(steps, "\n\n"))
}
