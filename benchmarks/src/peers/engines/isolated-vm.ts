// JavaScript in a V8 isolate. One isolate serves all programs and each has a separate context, the
// cheapest way to keep programs apart. Values are copied.
import ivm from "isolated-vm";
import { itself, type Engine } from "../engine.ts";
import type { Workload } from "../workload.ts";
import { guestConsole, javascriptCall, prints } from "./javascript.ts";

const MEMORY_MB = 1024;

export function createIsolatedVmEngine(): Engine {
  const isolate = new ivm.Isolate({ memoryLimit: MEMORY_MB });
  return {
    ready: (workload) => {
      const { start, tools } = workload;
      const source = javascriptCall(workload, preludeOf(workload));
      if (start === "prepared") {
        const script = isolate.compileScriptSync(source);
        const context = isolate.createContextSync();
        return { call: () => script.runSync(context, { copy: true }) as unknown, answer: itself };
      }
      if (tools !== undefined)
        return {
          call: () => callWithTools(isolate.createContextSync(), source, workload),
          answer: itself,
        };
      return { call: () => callNow(isolate.createContextSync(), source, workload), answer: itself };
    },
  };
}

function callNow(context: ivm.Context, source: string, workload: Workload): unknown {
  passData(context, workload);
  const answer = context.evalSync(source, { copy: true }) as unknown;
  context.release();
  return answer;
}

async function callWithTools(
  context: ivm.Context,
  source: string,
  workload: Workload,
): Promise<unknown> {
  passData(context, workload);
  for (const [name, tool] of Object.entries(workload.tools ?? {}))
    context.global.setSync(`$${name}`, new ivm.Reference(tool));
  const answer = (await context.eval(source, { promise: true, copy: true })) as unknown;
  context.release();
  return answer;
}

function passData(context: ivm.Context, { data = {} }: Workload): void {
  for (const [name, value] of Object.entries(data))
    context.global.setSync(name, new ivm.ExternalCopy(value).copyInto({ release: true }));
}

/**
 * Returns code that defines the tools as references to host functions, which are called with
 * copies.
 */
function preludeOf(workload: Workload): string {
  const tools = Object.keys(workload.tools ?? {}).map(
    (name) =>
      `${name}: (input) => $${name}.apply(undefined, [input], { arguments: { copy: true }, result: { promise: true, copy: true } })`,
  );
  return `${prints(workload) ? guestConsole : ""}${tools.length === 0 ? "" : `const tools = { ${tools.join(", ")} };`}`;
}
