// The sums of the runs that are shown.

import type { RunRow } from "../../page-data.ts";
import { compactText, costText, countText, keptOutText, percentText } from "../data/formats.ts";
import { Metric } from "./metric.tsx";

export function RunTotals({ runs }: { readonly runs: readonly RunRow[] }) {
  const ended = runs.filter(({ status }) => status !== "open" && status !== "waiting");
  const passed = ended.filter(({ status }) => status === "ok").length;
  const sum = (pick: (run: RunRow) => number): number =>
    runs.reduce((total, run) => total + pick(run), 0);
  const input = sum(({ inputTokens }) => inputTokens);
  const [data, seen] = [sum(({ dataBytes }) => dataBytes), sum(({ seenBytes }) => seenBytes)];
  const cost = runs.some((run) => run.cost !== undefined) ? sum((run) => run.cost ?? 0) : undefined;
  return (
    <dl class="metrics">
      <Metric label="Runs" value={countText(runs.length)} />
      <Metric
        label="Answered"
        value={ended.length === 0 ? "–" : percentText(passed, ended.length)}
      />
      <Metric
        label="Turns"
        value={countText(sum(({ turns }) => turns))}
        note={`${countText(sum(({ repairs }) => repairs))} repairs`}
      />
      <Metric
        label="Tokens"
        value={compactText(input + sum(({ outputTokens }) => outputTokens))}
        note={
          input === 0
            ? undefined
            : `${percentText(
                sum(({ cachedTokens }) => cachedTokens),
                input,
              )} cached`
        }
      />
      {cost !== undefined && <Metric label="Cost" value={costText(cost)} />}
      <Metric label="Kept out of the context" value={data === 0 ? "–" : keptOutText(data, seen)} />
    </dl>
  );
}
