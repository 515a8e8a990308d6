// The spans of a run over time. Spans that overlap are in different rows, so that parallel branches
// and child agents are side by side.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { SpanView } from "../../model/run-view.ts";
import { countText, durationText, plural, visible } from "../data/formats.ts";
import type { ShownRun } from "../data/shown-run.ts";
import { useKeys } from "../data/use-keys.ts";
import { kindClass, statusWord } from "../parts/status.tsx";
import { VirtualRows, type RowsHandle } from "../parts/virtual-rows.tsx";
import { barsOf, ticksOf, zoomed, type Bar, type Range } from "./timeline-bars.ts";

const kinds = [
  ["kind-mission", "Agent"],
  ["kind-turn", "Turn"],
  ["kind-model", "Model request"],
  ["kind-program", "Program"],
  ["kind-tool", "Tool call"],
] as const;

export function TimelineTab({ view, selected, select }: ShownRun) {
  const { spans, rows } = view;
  const whole = useMemo(() => wholeRange(spans), [spans]);
  const [range, setRange] = useState<Range | undefined>();
  const [width, setWidth] = useState(800);
  const frame = useRef<HTMLDivElement>(null);
  const handle = useRef<RowsHandle>(null);
  const shown = range ?? whole;
  const byRow = useMemo(() => spansByRow(spans, rows), [spans, rows]);
  const zoom = (factor: number, at = 0.5): void => {
    setRange(zoomed(shown, whole, factor, at));
  };
  useKeys({
    "+": () => zoom(0.5),
    "=": () => zoom(0.5),
    "-": () => zoom(2),
    "0": () => setRange(undefined),
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const row = spans[selected]?.row;
    if (row !== undefined) handle.current?.scrollToIndex(row, { align: "nearest" });
  }, [selected]);
  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    const box = frame.current?.getBoundingClientRect();
    const at = box === undefined ? 0.5 : (event.clientX - box.left) / box.width;
    if (event.ctrlKey) zoom(event.deltaY > 0 ? 1.25 : 0.8, at);
    else pan((event.deltaY + event.deltaX) / 1_000);
  };
  const pan = (share: number): void => {
    const length = shown.to - shown.from;
    const from = Math.max(whole.from, Math.min(whole.to - length, shown.from + share * length));
    setRange({ from, to: from + length });
  };
  const current = spans[selected];
  return (
    <section class="timeline" aria-label="Timeline">
      <div class="timeline-bar">
        <ul class="legend">
          {kinds.map(([name, label]) => (
            <li key={name} class={name}>
              <i class="kind-dot" aria-hidden="true" /> {label}
            </li>
          ))}
        </ul>
        <span class="spring" />
        <div class="group" role="group" aria-label="Zoom">
          <button type="button" onClick={() => pan(-0.5)} aria-label="Earlier">
            ←
          </button>
          <button type="button" onClick={() => zoom(2)} aria-label="Zoom out">
            −
          </button>
          <button type="button" onClick={() => setRange(undefined)}>
            All
          </button>
          <button type="button" onClick={() => zoom(0.5)} aria-label="Zoom in">
            +
          </button>
          <button type="button" onClick={() => pan(0.5)} aria-label="Later">
            →
          </button>
          <button
            type="button"
            disabled={current === undefined}
            onClick={() => current && setRange(rangeAround(current, whole))}
          >
            Selected
          </button>
        </div>
      </div>
      <div class="gantt" ref={frame} onWheel={onWheel}>
        <div class="ruler" aria-hidden="true">
          {ticksOf(shown, width).map(({ share, label }) => (
            <span key={label} style={{ left: `${String(share * 100)}%` }}>
              {label}
            </span>
          ))}
        </div>
        <VirtualRows
          handle={handle}
          class="gantt-rows"
          itemSize={26}
          data={byRow}
          label="Rows of the timeline"
          role="list"
        >
          {(inRow, row) => (
            <div key={row} class="gantt-row" role="listitem">
              {barsOf(inRow, spans, shown, width).map((bar) => (
                <BarView key={bar.span} {...{ bar, spans, selected, select }} />
              ))}
            </div>
          )}
        </VirtualRows>
      </div>
      <p class="timeline-note">
        {current === undefined ? "" : <SpanLine span={current} />}
        <span class="spring" />
        <span class="muted">
          {plural(spans.length, "span")} in {plural(rows, "row")} · Ctrl + wheel zooms, Shift +
          wheel moves
        </span>
      </p>
    </section>
  );
}

function BarView({
  bar,
  spans,
  selected,
  select,
}: {
  readonly bar: Bar;
  readonly spans: readonly SpanView[];
  readonly selected: number;
  readonly select: (span: number) => void;
}) {
  const span = spans[bar.span];
  if (span === undefined) return null;
  const isSelected = bar.span === selected;
  const label =
    bar.count > 1
      ? `${countText(bar.count)} short spans`
      : `${span.name}, ${statusWord(span.status)}${span.end === undefined ? "" : `, ${durationText(span.end - span.start)}`}`;
  return (
    <button
      type="button"
      tabIndex={-1}
      class={`bar ${kindClass(span)} is-${span.status} ${isSelected ? "is-selected" : ""} ${bar.count > 1 ? "is-many" : ""}`}
      style={{ left: `${String(bar.left)}px`, width: `${String(bar.width)}px` }}
      title={`${label}${span.brief === undefined || bar.count > 1 ? "" : `\n${visible(span.brief)}`}`}
      aria-label={visible(label)}
      onClick={() => select(bar.span)}
    >
      {bar.width > 34 && (
        <span>{visible(bar.count > 1 ? `× ${countText(bar.count)}` : span.name)}</span>
      )}
    </button>
  );
}

function SpanLine({ span }: { readonly span: SpanView }) {
  return (
    <span>
      <b>{visible(span.name)}</b> {visible(span.brief ?? "")}{" "}
      <span class="muted">
        at {durationText(span.start)}
        {span.end === undefined ? ", running" : `, ${durationText(span.end - span.start)}`}
      </span>
    </span>
  );
}

function wholeRange(spans: readonly SpanView[]): Range {
  const to = spans.reduce((most, { start, end = start }) => Math.max(most, end), 0);
  return { from: 0, to: Math.max(1, to) };
}

function rangeAround({ start, end = start }: SpanView, whole: Range): Range {
  const margin = Math.max(1, (end - start) * 0.1);
  return { from: Math.max(whole.from, start - margin), to: Math.min(whole.to, end + margin) };
}

function spansByRow(spans: readonly SpanView[], rows: number): readonly (readonly number[])[] {
  const byRow: number[][] = Array.from({ length: rows }, () => []);
  for (const [index, { row }] of spans.entries()) byRow[row]?.push(index);
  for (const inRow of byRow) inRow.sort((a, b) => (spans[a]?.start ?? 0) - (spans[b]?.start ?? 0));
  return byRow;
}
