"""A memory for Context Arena, with the standard library alone: change Memory, and leave the rest as it is."""
import json
import os
import sys
import urllib.request


class Memory:
    """Notes that the model writes anew whenever eight messages have come."""

    def __init__(self, system, budget):
        self.notes, self.new = "", []

    def observe(self, role, text):
        """Takes in a message. Returns the whole memory as text, or None where it has no such text."""
        self.new.append(f"{role}: {text}")
        if len(self.new) == 8:
            self.notes = ask(
                "Write down every fact that a later question may ask for, old notes included, one a line. "
                "A newer value replaces an older one.\n\n"
                f"<notes>\n{self.notes}\n</notes>\n\n<messages>\n" + "\n".join(self.new) + "\n</messages>"
            )
            self.new = []
        return self.recall("")

    def recall(self, query):
        """Returns what is known for a query. It changes nothing: the same query again gets the same text."""
        return "\n".join([self.notes, *self.new])


def ask(prompt):
    """Asks the trial's model, at the endpoint that is the trial's own."""
    body = {"model": os.environ["OPENAI_MODEL"], "messages": [{"role": "user", "content": prompt}]}
    headers = {"Authorization": "Bearer " + os.environ["OPENAI_API_KEY"], "Content-Type": "application/json"}
    url = os.environ["OPENAI_BASE_URL"] + "/chat/completions"
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as reply:
        return json.load(reply)["choices"][0]["message"]["content"]


def main():
    answers, sys.stdout = sys.stdout, sys.stderr  # what is printed is no answer
    memory = None
    for line in sys.stdin:
        request = json.loads(line)
        method, params, result = request["method"], request["params"], {}
        if method == "start":
            memory = Memory(params["system"], params.get("budget", 0))
        elif method == "observe":
            result["memory"] = memory.observe(params["role"], params["text"])
        elif method == "recall":
            result["memory"] = memory.recall(params["query"])
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), file=answers, flush=True)


main()
