// The page: evaluates the program in its text field over its own rows, within limits, with one
// tool. It shows the program's output as text, never as markup.
import { renderFail, run } from "@ptc/lisp";
import { orders } from "./orders.ts";

const program = elementOf("program", HTMLTextAreaElement);
const runButton = elementOf("run", HTMLButtonElement);
const stopButton = elementOf("stop", HTMLButtonElement);
const output = elementOf("output", HTMLOutputElement);
const status = elementOf("status", HTMLParagraphElement);

const rows = new Map(
  orders.map((order) => {
    const row = elementOf("orders", HTMLTableSectionElement).insertRow();
    for (const value of [order.id, order.customer, order.amount, order.status])
      row.insertCell().textContent = String(value);
    return [order.id, row];
  }),
);

const tools = {
  mark: ({ id }: { readonly id?: unknown }) => {
    const row = typeof id === "number" ? rows.get(id) : undefined;
    if (row === undefined) throw new Error(`no order has the id ${String(id)}`);
    row.classList.add("marked");
    return true;
  },
};

async function evaluate(): Promise<void> {
  for (const row of rows.values()) row.classList.remove("marked");
  const stopped = new AbortController();
  stopButton.onclick = () => stopped.abort();
  runButton.disabled = true;
  stopButton.disabled = false;
  status.textContent = "…";
  const step = await run(program.value, {
    context: { orders },
    tools,
    // The page stays responsive meanwhile: a computing program yields every few milliseconds.
    limits: { steps: 1_000_000_000, timeoutMs: 60_000 },
    signal: stopped.signal,
  });
  runButton.disabled = false;
  stopButton.disabled = true;
  output.className = step.ok ? "" : "failed";
  output.textContent = [
    ...step.prints,
    step.ok ? JSON.stringify(step.return) : renderFail(step.fail),
  ].join("\n");
  status.textContent = `${step.usage.steps.toLocaleString("en")} steps, ${String(step.toolCalls.length)} tool calls`;
}

runButton.onclick = () => void evaluate();

function elementOf<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no element ${id} of this kind`);
  return found;
}
