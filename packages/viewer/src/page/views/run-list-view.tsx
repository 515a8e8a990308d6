// The list of runs with filters and totals.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RunRow } from "../../page-data.ts";
import { plural, visible } from "../data/formats.ts";
import { usePage } from "../data/page-context.ts";
import { go } from "../data/route.ts";
import { useKeys } from "../data/use-keys.ts";
import { statusWord } from "../parts/status.tsx";
import { Choice } from "../parts/choice.tsx";
import { openRun, RunRowView } from "../parts/run-row.tsx";
import { RunTotals } from "../parts/run-totals.tsx";
import { VirtualRows, type RowsHandle } from "../parts/virtual-rows.tsx";

interface Filters {
  readonly text: string;
  readonly agent: string;
  readonly reason: string;
  readonly model: string;
}

const noFilters: Filters = { text: "", agent: "", reason: "", model: "" };

export function RunListView() {
  const { list, waiting } = usePage();
  const [filters, setFilters] = useState(noFilters);
  const [selected, setSelected] = useState(0);
  const [compared, setCompared] = useState<readonly string[]>([]);
  const search = useRef<HTMLInputElement>(null);
  const handle = useRef<RowsHandle>(null);
  const runs = list?.runs ?? none;
  const shown = useMemo(() => runs.filter((run) => matches(run, filters)), [runs, filters]);
  const select = (index: number): void => {
    const next = Math.max(0, Math.min(shown.length - 1, index));
    setSelected(next);
    handle.current?.scrollToIndex(next, { align: "nearest" });
  };
  useKeys({
    j: () => select(selected + 1),
    k: () => select(selected - 1),
    Enter: () => openRun(shown[selected]),
    "/": () => search.current?.focus(),
    Escape: () => search.current?.blur(),
    c: () => toggle(shown[selected]?.id),
  });
  // A single run needs no list.
  useEffect(() => {
    const [only, another] = runs;
    if (list?.unread === 0 && only !== undefined && another === undefined && !wasOpened) {
      wasOpened = true;
      openRun(only);
    }
  }, [runs, list?.unread]);
  const toggle = (id: string | undefined): void => {
    if (id === undefined) return;
    setCompared((ids) =>
      ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id].slice(-2),
    );
  };
  if (list === undefined) return <p class="notice">Reading traces …</p>;
  const set = (name: keyof Filters) => (event: Event) => {
    setSelected(0);
    setFilters({ ...filters, [name]: (event.currentTarget as HTMLInputElement).value });
  };
  const [left, right] = compared;
  return (
    <div class="runs">
      <h1 class="hidden">Runs</h1>
      <RunTotals runs={shown} />
      <div class="filters" role="search">
        <input
          ref={search}
          type="search"
          placeholder="Search prompts, agents, errors, files"
          aria-label="Search runs"
          value={filters.text}
          onInput={set("text")}
        />
        <Choice
          label="Agent"
          all="All agents"
          values={runs.map(({ agent }) => agent)}
          value={filters.agent}
          onChange={set("agent")}
        />
        <Choice
          label="Outcome"
          all="All outcomes"
          values={runs.map(outcomeOf)}
          value={filters.reason}
          onChange={set("reason")}
        />
        <Choice
          label="Model"
          all="All models"
          values={runs.flatMap(({ models }) => models)}
          value={filters.model}
          onChange={set("model")}
        />
        <span class="spring" />
        {left !== undefined && right !== undefined ? (
          <button
            type="button"
            class="primary"
            onClick={() => go({ view: "compare", left, right })}
          >
            Compare 2 runs
          </button>
        ) : (
          <span class="muted">
            {compared.length === 1 ? "Choose another run to compare" : plural(shown.length, "run")}
          </span>
        )}
      </div>
      {list.problems.length > 0 && <Problems problems={list.problems} />}
      {waiting.length > 0 && (
        <p class="notice is-waiting">
          {plural(waiting.length, "run")} {waiting.length === 1 ? "waits" : "wait"} for decisions.
          Open a run marked as waiting to decide.
        </p>
      )}
      <div class="table" role="table" aria-label="Runs" aria-rowcount={shown.length + 1}>
        <div role="rowgroup">
          <div class="row head" role="row">
            {columns.map(({ name, isHidden, kind, hint }) => (
              <span key={name} role="columnheader" class={kind} title={hint}>
                {isHidden === true ? <span class="hidden">{name}</span> : name}
              </span>
            ))}
          </div>
        </div>
        {shown.length === 0 ? (
          <div role="rowgroup">
            <div role="row" class="row-empty">
              <span role="cell" class="nothing">
                {runs.length === 0
                  ? list.unread > 0
                    ? "Reading …"
                    : "There are no runs here yet."
                  : "No run matches these filters."}
              </span>
            </div>
          </div>
        ) : (
          <VirtualRows handle={handle} class="rows" role="rowgroup" itemSize={44} data={shown}>
            {(run, index) => (
              <RunRowView
                key={run.id}
                run={run}
                isSelected={index === selected}
                isCompared={compared.includes(run.id)}
                onCompare={() => toggle(run.id)}
              />
            )}
          </VirtualRows>
        )}
      </div>
      {list.unread > 0 && (
        <p class="reading" role="status">
          Reading {plural(list.unread, "more file")} …
        </p>
      )}
    </div>
  );
}

/** Columns of the class `wide` are shown in a wide window only. */
const columns: readonly {
  readonly name: string;
  readonly isHidden?: true;
  readonly kind?: "number" | "wide" | "number wide";
  readonly hint?: string;
}[] = [
  { name: "Compare", isHidden: true },
  { name: "Outcome", isHidden: true },
  { name: "Run" },
  { name: "Model", kind: "wide" },
  { name: "Turns", kind: "number" },
  { name: "Calls", kind: "number" },
  { name: "Tokens", kind: "number" },
  { name: "Cached", kind: "number wide" },
  { name: "Cost", kind: "number wide" },
  {
    name: "Kept out",
    kind: "number wide",
    hint: "The part of the data that the model didn't see",
  },
  { name: "Time", kind: "number" },
  { name: "Started", kind: "number wide" },
];

const none: readonly RunRow[] = [];
/** The list opens its only run once, so that a person can come back to it. */
let wasOpened = false;

function Problems({ problems }: { readonly problems: readonly string[] }) {
  return (
    <details class="notice is-bad">
      <summary>{plural(problems.length, "problem")} while reading</summary>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{visible(problem)}</li>
        ))}
      </ul>
    </details>
  );
}

function outcomeOf({ status, reason }: RunRow): string {
  return reason ?? statusWord(status);
}

function matches(run: RunRow, { text, agent, reason, model }: Filters): boolean {
  if (agent !== "" && run.agent !== agent) return false;
  if (reason !== "" && outcomeOf(run) !== reason) return false;
  if (model !== "" && !run.models.includes(model)) return false;
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return true;
  const { title, agent: name = "", message = "", reason: why = "", models, file, traceId } = run;
  const searched = [title, name, message, why, ...models, file, traceId].join(" ").toLowerCase();
  return words.every((word) => searched.includes(word));
}
