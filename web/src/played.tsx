// What was played, and what the words mean: for a reader who has nothing but this page.
import { name } from "./answer";
import { plural, type Page } from "./data";
import { Words } from "./parts";

export function Played({ page }: { page: Page }) {
  const p = page.experiment.plan, probes = page.experiment.probes;
  const budgets = p.budgets?.length ? `contexts of at most ${p.budgets.join(", ")} tokens` : p.token_budget ? `contexts of at most ${p.token_budget} tokens` : "";
  return (
    <section aria-label="What was played">
      <h2>What was played</h2>
      <p>
        {plural(page.rows.length, "row")}, each a strategy of remembering{p.models.length > 1 ? " with a model" : ""}, on {plural(page.scenarios.length, "scripted conversation")}{p.repeats > 1 ? `, ${p.repeats} times each` : ""}, {p.dialogue === "live" ? "with the model's own replies in them" : "with the replies that stand in the script"}.
        Afterwards the model is asked {probes.headline} questions, one for each fact that counts{probes.historical + probes.absent > 0 && `, and ${probes.historical + probes.absent} more about values that no longer hold or were never said`}, and sees only what the strategy gives it.
        Model {p.models.join(", ")}{p.memory_model && `, memories written by ${p.memory_model}`}; {p.suite} suite; seed {p.seed}{p.prices_as_of && `; prices of ${p.prices_as_of}`}{budgets && `; ${budgets}`}.
      </p>
      <details>
        <summary>The strategies</summary>
        <dl>{page.rows.map((r) => <><dt>{name(page, r)}</dt><dd>{page.about[r.strategy] ?? <>not in this program any more</>}</dd></>)}</dl>
      </details>
      <details>
        <summary>The conversations</summary>
        <dl>{page.scenarios.map((s) => <><dt>{s.name}</dt><dd>{s.about} {s.turns} turns, {s.probes.length} questions.</dd></>)}</dl>
      </details>
      <Words>
          <dt>answer</dt><dd>the model's reply to a fact's question has its value. Strategies are ranked by it.</dd>
          <dt>context</dt><dd>all that the model saw for the question has it.</dd>
          <dt>memory</dt><dd>what the strategy wrote down has it, of facts that had left the window of raw messages. – where nothing ever leaves.</dd>
          <dt>final</dt><dd>the reply to the conversation's last task has it.</dd>
          <dt>stale</dt><dd>a value was used that had been corrected, or old and new stand side by side unmarked.</dd>
          <dt>kept</dt><dd>of completed trials. A trial that failed, was refused or cut is no wrong answer: it is in no share, and counted under "not done".</dd>
          <dt>[85–97]</dt><dd>the 95 % interval: how far other scenarios of the kind would move the figure. Two strategies are compared on Compare, not by whether their intervals overlap.</dd>
          <dt>best?</dt><dd>maybe: these trials don't exclude that it is the best; no: they do.</dd>
          <dt>cycle</dt><dd>one change of the memory: messages leave the window, and the notes are rewritten.</dd>
          <dt>USD a trial</dt><dd>upkeep of the memory, the dialogue and the final task at list prices, whether or not a cache answered.</dd>
      </Words>
    </section>
  );
}
