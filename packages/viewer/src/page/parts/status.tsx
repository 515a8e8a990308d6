// The state of a run or a span, as a mark and a word: color is never the only sign.

import type { SpanStatus, SpanView } from "../../model/run-view.ts";

const words: Readonly<Record<SpanStatus, string>> = {
  ok: "ok",
  partial: "partial",
  failed: "failed",
  waiting: "waiting",
  open: "running",
};

const paths: Readonly<Record<SpanStatus, string>> = {
  ok: "M4.5 8.5l2.3 2.3 4.7-5.3",
  partial: "M5 8h6",
  failed: "M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4",
  waiting: "M8 4.8v3.6l2.2 1.4",
  open: "M6.6 5.2l4 2.8-4 2.8z",
};

export function statusWord(status: SpanStatus): string {
  return words[status];
}

export function StatusMark({ status }: { readonly status: SpanStatus }) {
  return (
    <svg
      class={`mark-of is-${status}`}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      role="img"
      aria-label={words[status]}
    >
      <circle cx="8" cy="8" r="7" />
      <path d={paths[status]} />
    </svg>
  );
}

export function StatusBadge({
  status,
  reason,
}: {
  readonly status: SpanStatus;
  readonly reason?: string | undefined;
}) {
  return (
    <span class={`badge is-${status}`}>
      <StatusMark status={status} />
      {reason === undefined ? words[status] : reason.replaceAll("_", " ")}
    </span>
  );
}

/** The color of a kind of span is a class. */
export function kindClass({ kind }: Pick<SpanView, "kind">): string {
  switch (kind) {
    case "model-request":
      return "kind-model";
    case "tool-call":
      return "kind-tool";
    case "program":
      return "kind-program";
    case "turn":
      return "kind-turn";
    case "mission":
      return "kind-mission";
    case "compaction":
      return "kind-compaction";
    default:
      return "kind-mark";
  }
}
