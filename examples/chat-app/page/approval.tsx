// A call that waits for the user, with what it would do.

import type { DynamicToolUIPart } from "ai";
import { DataTable } from "./data-table.tsx";

export interface ApprovalProps {
  readonly part: DynamicToolUIPart;
  readonly onDecision: (id: string, approved: boolean) => void;
}

const results: ReadonlyMap<string, string> = new Map([
  ["approval-responded", "You decided."],
  ["output-available", "You approved it, and it is done."],
  ["output-denied", "You denied it."],
  ["output-error", "You approved it, but it failed."],
]);

export function Approval({ part, onDecision }: ApprovalProps) {
  const { toolName, state, input, approval } = part;
  const { name, rows } = argumentsOf(input);
  const isOpen = state === "approval-requested";
  return (
    <section
      className={`approval ${isOpen ? "is-open" : ""}`}
      aria-label={`Approval of ${toolName}`}
    >
      <p>
        <b>{isOpen ? "May I save this table?" : toolName}</b> {name} · {rows.length} rows
      </p>
      {isOpen ? (
        <>
          <DataTable label="Rows to save" {...tableOf(rows)} />
          <div className="buttons">
            <button type="button" className="primary" onClick={() => onDecision(approval.id, true)}>
              Approve
            </button>
            <button type="button" onClick={() => onDecision(approval.id, false)}>
              Deny
            </button>
          </div>
        </>
      ) : (
        <p className="muted">{results.get(state) ?? "It waits."}</p>
      )}
    </section>
  );
}

type Row = Readonly<Record<string, unknown>>;

function argumentsOf(input: unknown): { readonly name: string; readonly rows: readonly Row[] } {
  const { name, rows } = (typeof input === "object" && input !== null ? input : {}) as {
    readonly name?: unknown;
    readonly rows?: unknown;
  };
  return {
    name: typeof name === "string" ? name : "",
    rows: Array.isArray(rows)
      ? rows.filter((row): row is Row => typeof row === "object" && row !== null)
      : [],
  };
}

function tableOf(rows: readonly Row[]) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { columns, rows: rows.map((row) => columns.map((column) => row[column])) };
}
