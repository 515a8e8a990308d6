// One run in the list.

import type { RunRow } from "../../page-data.ts";
import {
  compactText,
  costText,
  countText,
  durationText,
  keptOutText,
  percentText,
  plural,
  timeText,
  visible,
} from "../data/formats.ts";
import { go, hashOf, type Route } from "../data/route.ts";
import { StatusMark } from "./status.tsx";

function routeOf({ id }: RunRow): Route {
  return { view: "run", run: id, tab: "turn", span: undefined };
}

/** Shows the first turn of a run. */
export function openRun(run: RunRow | undefined): void {
  if (run !== undefined) go(routeOf(run));
}

export function RunRowView({
  run,
  isSelected,
  isCompared,
  onCompare,
}: {
  readonly run: RunRow;
  readonly isSelected: boolean;
  readonly isCompared: boolean;
  readonly onCompare: () => void;
}) {
  const tokens = run.inputTokens + run.outputTokens;
  const href = hashOf(routeOf(run));
  return (
    <div
      class={isSelected ? "row is-selected" : "row"}
      role="row"
      onClick={(event) => {
        if (!(event.target as HTMLElement).closest("input, a")) openRun(run);
      }}
    >
      <span role="cell">
        <input
          type="checkbox"
          checked={isCompared}
          onChange={onCompare}
          aria-label={`Compare ${run.title}`}
        />
      </span>
      <span role="cell">
        <StatusMark status={run.status} />
      </span>
      <span role="cell" class="run-title">
        <a href={href}>
          {run.agent !== undefined && <b>{visible(run.agent)}</b>}
          <span>{visible(run.title)}</span>
        </a>
        {run.reason !== undefined && (
          <span class={`run-reason is-${run.status}`}>
            {visible(run.reason.replaceAll("_", " "))}
            {run.message === undefined ? "" : <span>: {visible(run.message)}</span>}
          </span>
        )}
      </span>
      <span role="cell" class="wide muted clip">
        {visible(run.models.join(", "))}
      </span>
      <span role="cell" class="number">
        {countText(run.turns)}
        {run.repairs > 0 && (
          <span class="muted" title={plural(run.repairs, "failed turn")}>
            {" "}
            · {run.repairs} ✕
          </span>
        )}
      </span>
      <span role="cell" class="number">
        {countText(run.calls)}
        {run.failedCalls > 0 && (
          <span class="muted" title={plural(run.failedCalls, "failed call")}>
            {" "}
            · {run.failedCalls} ✕
          </span>
        )}
      </span>
      <span
        role="cell"
        class="number"
        title={
          run.isEstimated
            ? "estimated"
            : `${countText(run.inputTokens)} in, ${countText(run.outputTokens)} out`
        }
      >
        {run.isEstimated && "≈ "}
        {compactText(tokens)}
      </span>
      <span role="cell" class="number wide">
        {run.cachedTokens === 0 ? (
          <span class="muted">–</span>
        ) : (
          percentText(run.cachedTokens, run.inputTokens)
        )}
      </span>
      <span role="cell" class="number wide">
        {run.cost === undefined ? <span class="muted">–</span> : costText(run.cost)}
      </span>
      <span role="cell" class="number wide">
        {run.dataBytes === 0 ? (
          <span class="muted">–</span>
        ) : (
          keptOutText(run.dataBytes, run.seenBytes)
        )}
      </span>
      <span role="cell" class="number">
        {run.status === "open" ? "…" : durationText(run.durationMs)}
      </span>
      <span role="cell" class="number wide muted">
        {timeText(run.startedAt)}
      </span>
    </div>
  );
}
