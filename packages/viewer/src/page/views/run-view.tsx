// One run: its numbers, the tree of its spans, and a tab for the selected span.

import { useMemo, useRef, useState } from "preact/hooks";
import type { RunView as RunData } from "../../model/run-view.ts";
import type { RunContent } from "../../page-data.ts";
import {
  compactText,
  costText,
  countText,
  durationText,
  percentText,
  plural,
  timeText,
  visible,
  keptOutText,
} from "../data/formats.ts";
import { usePage } from "../data/page-context.ts";
import { go, hashOf, tabs, type Route, type Tab } from "../data/route.ts";
import type { ShownRun } from "../data/shown-run.ts";
import { Texts } from "../data/texts.ts";
import { useKeys } from "../data/use-keys.ts";
import { useLoaded } from "../data/use-loaded.ts";
import { StatusBadge } from "../parts/status.tsx";
import { MessagesTab } from "./messages-tab.tsx";
import { Metric } from "../parts/metric.tsx";
import { SpanTree } from "./span-tree.tsx";
import { treeRows } from "./tree-rows.ts";
import { TimelineTab } from "./timeline-tab.tsx";
import { TurnTab } from "./turn-tab.tsx";

type RunRoute = Extract<Route, { readonly view: "run" }>;

const tabNames: Readonly<Record<Tab, string>> = {
  turn: "Turn",
  timeline: "Timeline",
  messages: "Messages",
};

export function RunView({ route }: { readonly route: RunRoute }) {
  const { source, version } = usePage();
  const { data, error } = useLoaded<RunContent>(() => source.run(route.run), route.run, version);
  if (error !== undefined && data === undefined)
    return <p class="notice is-bad">{visible(error)}</p>;
  if (data === undefined) return <p class="notice">Reading the run …</p>;
  return <LoadedRun route={route} content={data} />;
}

function LoadedRun({ route, content }: { readonly route: RunRoute; readonly content: RunContent }) {
  const { source, list } = usePage();
  const { view, problems } = content;
  const { spans, turns, summary } = view;
  const texts = useMemo(
    () => new Texts(content.texts, source, route.run),
    [content, source, route.run],
  );
  const search = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const indexOf = useMemo(() => new Map(spans.map(({ id }, index) => [id, index])), [spans]);
  const selected =
    (route.span === undefined ? undefined : indexOf.get(route.span)) ?? firstOfInterest(view);
  const select = (span: number, tab = route.tab): void => {
    const id = spans[span]?.id;
    if (id !== undefined) go({ ...route, tab, span: id }, tab === route.tab);
  };
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(
    () =>
      treeRows(
        spans,
        query,
        (first, end) => opened.has(first) || (first < selected && selected < end),
      ),
    [spans, query, opened, selected],
  );
  const step = (by: number): void => {
    const place = rows.findIndex(({ span }) => span === selected);
    const next = rows[place < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, place + by))];
    if (next !== undefined) select(next.span);
  };
  const turn = spans[selected]?.turn ?? -1;
  const toTurn = (by: number): void => {
    const next = turns[turn < 0 ? 0 : turn + by];
    if (next !== undefined) select(next.span);
  };
  const toFailure = (): void => {
    const failures = spans.flatMap(({ status, kind }, index) =>
      status === "failed" && kind !== "turn" && kind !== "mission" ? [index] : [],
    );
    const next = failures.find((index) => index > selected) ?? failures[0];
    if (next !== undefined) select(next, "turn");
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    n: () => toTurn(1),
    p: () => toTurn(-1),
    e: toFailure,
    Enter: () => go({ ...route, tab: "turn" }),
    "1": () => go({ ...route, tab: "turn" }),
    "2": () => go({ ...route, tab: "timeline" }),
    "3": () => go({ ...route, tab: "messages" }),
    "/": () => search.current?.focus(),
    Escape: () => search.current?.blur(),
  });
  const shown: ShownRun = { id: route.run, view, texts, selected, select };
  const row = list?.runs.find(({ id }) => id === route.run);
  return (
    <div class="run">
      <section class="run-head" aria-label="Summary">
        <div class="run-name">
          <StatusBadge status={summary.status} reason={summary.reason} />
          <h1 title={summary.title}>{visible(summary.title)}</h1>
        </div>
        <p class="run-facts">
          {summary.agent !== undefined && <b>{visible(summary.agent)}</b>}
          {summary.models.map((model) => (
            <span key={model}>{visible(model)}</span>
          ))}
          <span>{timeText(summary.startedAt)}</span>
          {row !== undefined && <span>{visible(row.file)}</span>}
          {summary.message !== undefined && (
            <span class={`is-${summary.status}`}>{visible(summary.message)}</span>
          )}
        </p>
        <Numbers {...{ view }} />
        {problems.length > 0 && (
          <details class="notice is-bad">
            <summary>{plural(problems.length, "problem")} while reading</summary>
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{visible(problem)}</li>
              ))}
            </ul>
          </details>
        )}
        {view.omittedSpans > 0 && (
          <p class="notice">
            {plural(view.omittedSpans, "span")} left out, because the run is too large.
          </p>
        )}
      </section>
      <div class="run-body">
        <aside class="side" aria-label="Spans">
          <input
            ref={search}
            type="search"
            placeholder="Filter spans"
            aria-label="Filter spans"
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
          <SpanTree
            {...{ spans, rows, selected, select }}
            open={(first) => {
              setOpened(new Set([...opened, first]));
            }}
          />
        </aside>
        <div class="content">
          <nav class="tabs" aria-label="Views of the run">
            {tabs.map((tab) => (
              <a
                key={tab}
                href={hashOf({ ...route, tab })}
                aria-current={tab === route.tab ? "page" : undefined}
              >
                {tabNames[tab]}
              </a>
            ))}
          </nav>
          <div class="tab">
            {route.tab === "turn" && <TurnTab {...shown} />}
            {route.tab === "timeline" && <TimelineTab {...shown} />}
            {route.tab === "messages" && <MessagesTab {...shown} />}
          </div>
        </div>
      </div>
    </div>
  );
}

function Numbers({ view: { summary } }: { readonly view: RunData }) {
  const { inputTokens, outputTokens, cachedTokens, dataBytes, seenBytes } = summary;
  const approximately = summary.isEstimated ? "≈ " : "";
  return (
    <dl class="metrics">
      <Metric
        label="Turns"
        value={countText(summary.turns)}
        note={summary.repairs === 0 ? undefined : plural(summary.repairs, "repair")}
      />
      <Metric
        label="Tool calls"
        value={countText(summary.calls)}
        note={summary.failedCalls === 0 ? undefined : `${countText(summary.failedCalls)} failed`}
      />
      {summary.missions > 0 && (
        <Metric
          label="Child agents"
          value={countText(summary.missions)}
          note={plural(summary.childTurns, "turn")}
        />
      )}
      <Metric
        label="Input tokens"
        value={`${approximately}${compactText(inputTokens)}`}
        note={cachedTokens === 0 ? undefined : `${percentText(cachedTokens, inputTokens)} cached`}
      />
      <Metric label="Output tokens" value={`${approximately}${compactText(outputTokens)}`} />
      {summary.cost !== undefined && <Metric label="Cost" value={costText(summary.cost)} />}
      <Metric label="Time" value={durationText(summary.durationMs)} />
      <Metric
        label="Kept out of the context"
        value={dataBytes === 0 ? "–" : keptOutText(dataBytes, seenBytes)}
      />
    </dl>
  );
}

/** A waiting call, the first failure of a failed run, or the first turn. */
function firstOfInterest({ spans, turns, summary }: RunData): number {
  const waiting = spans.findIndex(
    ({ status, kind }) => status === "waiting" && kind === "tool-call",
  );
  if (waiting >= 0) return waiting;
  const failed = turns.findLast(({ status }) => status === "failed");
  if (summary.status === "failed" && failed !== undefined) return failed.span;
  return turns[0]?.span ?? 0;
}
