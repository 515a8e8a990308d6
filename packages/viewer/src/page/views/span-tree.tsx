// The spans of a run as a tree in a virtual list.

import { useEffect, useRef } from "preact/hooks";
import type { SpanView } from "../../model/run-view.ts";
import { countText, durationText, visible } from "../data/formats.ts";
import { kindClass, StatusMark } from "../parts/status.tsx";
import { VirtualRows, type RowsHandle } from "../parts/virtual-rows.tsx";
import type { TreeRow } from "./tree-rows.ts";

export interface SpanTreeProps {
  readonly spans: readonly SpanView[];
  readonly rows: readonly TreeRow[];
  readonly selected: number;
  readonly select: (span: number) => void;
  /** Shows the calls of a folded row. */
  readonly open: (first: number) => void;
}

const mostIndented = 12;

export function SpanTree({ spans, rows, selected, select, open }: SpanTreeProps) {
  const handle = useRef<RowsHandle>(null);
  useEffect(() => {
    const place = rows.findIndex(({ span }) => span === selected);
    if (place >= 0) handle.current?.scrollToIndex(place, { align: "nearest" });
  }, [selected, rows]);
  if (rows.length === 0) return <p class="nothing">no span matches</p>;
  return (
    <VirtualRows
      handle={handle}
      class="tree"
      role="tree"
      label="Spans of the run"
      itemSize={28}
      data={rows}
    >
      {({ span: index, folded }) => {
        const span = spans[index];
        if (span === undefined) return <span />;
        const isSelected = index === selected;
        return (
          <div
            key={index}
            role="treeitem"
            aria-level={span.depth + 1}
            aria-selected={isSelected}
            class={`node ${kindClass(span)} is-${span.status} ${isSelected ? "is-selected" : ""}`}
            onClick={() => (folded === undefined ? select(index) : open(index))}
          >
            <Guides depth={span.depth} />
            <i class="kind-dot" aria-hidden="true" />
            <span class="node-name">{visible(span.name)}</span>
            {folded === undefined ? <Facts span={span} /> : <Folded {...folded} />}
          </div>
        );
      }}
    </VirtualRows>
  );
}

function Facts({ span }: { readonly span: SpanView }) {
  const { start, end = start } = span;
  return (
    <>
      <span class="node-brief">{visible(briefOf(span))}</span>
      {span.status !== "ok" && <StatusMark status={span.status} />}
      <span class="node-time">{end === start ? "" : durationText(end - start)}</span>
    </>
  );
}

function Folded({ count, failed }: { readonly count: number; readonly failed: number }) {
  return (
    <>
      <span class="node-count">× {countText(count)}</span>
      <span class="node-brief">{failed === 0 ? "" : `${countText(failed)} failed`}</span>
      <span class="node-time">show</span>
    </>
  );
}

function briefOf({ kind, brief = "" }: SpanView): string {
  return kind === "mission" || kind === "turn" ? "" : brief;
}

function Guides({ depth }: { readonly depth: number }) {
  return (
    <>
      {Array.from({ length: Math.min(depth, mostIndented) }, (_, level) => (
        <i key={level} class="guide" aria-hidden="true" />
      ))}
    </>
  );
}
