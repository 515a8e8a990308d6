// The result of a run: value or failure, prints, usage, trace.

import type { VNode } from "preact";
import type { FailedReply, RunReply, TraceRow } from "../worker/messages.ts";

export function RunResult({ reply }: { readonly reply: RunReply | FailedReply }): VNode {
  if (reply.kind === "failed")
    return (
      <div class="result failed">
        <pre tabIndex={0}>{reply.message}</pre>
      </div>
    );
  const { usage } = reply;
  return (
    <div class={reply.ok ? "result" : "result failed"}>
      {reply.prints.length > 0 && (
        <pre class="prints" tabIndex={0} aria-label="Prints">
          {reply.prints.join("\n")}
        </pre>
      )}
      <pre class="value" tabIndex={0} aria-label={reply.ok ? "Value" : "Failure"}>
        {reply.text}
      </pre>
      {reply.warnings.map((warning) => (
        <p class="problem" key={warning}>
          {warning}
        </p>
      ))}
      <p class="usage">
        {`${usage.steps.toLocaleString("en")} steps · ${usage.memoryBytes.toLocaleString("en")} bytes · ${String(usage.toolCalls)} tool ${usage.toolCalls === 1 ? "call" : "calls"} · ${usage.durationMs.toFixed(1)} ms`}
      </p>
      {reply.trace.length > 1 && <TraceTable rows={reply.trace} />}
    </div>
  );
}

function TraceTable({ rows }: { readonly rows: readonly TraceRow[] }): VNode {
  return (
    <details class="trace" open>
      <summary>Trace</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label="Trace">
        <table>
          <thead>
            <tr>
              <th scope="col">span</th>
              <th scope="col">start</th>
              <th scope="col">time</th>
              <th scope="col">arguments → result</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at} class={row.ok ? "" : "failed"}>
                <td>{`${"\u2003".repeat(row.depth)}${row.name}`}</td>
                <td>{`${row.startMs.toFixed(1)} ms`}</td>
                <td>{row.durationMs === undefined ? "" : `${row.durationMs.toFixed(1)} ms`}</td>
                <td>{row.detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
