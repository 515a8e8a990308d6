// JavaScript in QuickJS, compiled to WebAssembly. Every program has a separate context. Data is
// passed as JSON, as the QuickJS documentation advises for larger values, and a tool returns a
// promise of the sandbox.
import { getQuickJS, type QuickJSContext, type QuickJSHandle } from "quickjs-emscripten";
import { itself, type Engine } from "../engine.ts";
import type { Tool, Workload } from "../workload.ts";
import { guestConsole, javascriptCall, javascriptFunction, prints } from "./javascript.ts";

export async function createQuickJsEngine(): Promise<Engine> {
  const quickJs = await getQuickJS();
  return {
    ready: (workload) => {
      const { start, tools } = workload;
      const source = javascriptCall(workload, preludeOf(workload));
      if (start === "prepared")
        return { call: preparedCall(quickJs.newContext(), workload), answer: itself };
      if (tools !== undefined)
        return { call: () => callWithTools(quickJs.newContext(), source, tools), answer: itself };
      return { call: () => callNow(quickJs.newContext(), source, workload), answer: itself };
    },
  };
}

function callNow(context: QuickJSContext, source: string, workload: Workload): unknown {
  passData(context, workload);
  const answer = takeValue(context, context.unwrapResult(context.evalCode(source)));
  context.dispose();
  return answer;
}

/**
 * Returns a call of a compiled function. QuickJS stores no compiled programs, but a function can
 * be kept and called again.
 */
function preparedCall(context: QuickJSContext, workload: Workload): () => unknown {
  const program = context.unwrapResult(
    context.evalCode(javascriptFunction(workload, preludeOf(workload))),
  );
  return () =>
    takeValue(context, context.unwrapResult(context.callFunction(program, context.undefined)));
}

async function callWithTools(
  context: QuickJSContext,
  source: string,
  tools: Readonly<Record<string, Tool>>,
): Promise<unknown> {
  context.newObject().consume((table) => {
    for (const [name, tool] of Object.entries(tools))
      context
        .newFunction(name, (input) => callTool(context, tool, input))
        .consume((handle) => {
          context.setProp(table, name, handle);
        });
    context.setProp(context.global, "tools", table);
  });
  const promise = context.unwrapResult(context.evalCode(source));
  const settled = context.resolvePromise(promise);
  context.runtime.executePendingJobs();
  const answer = takeValue(context, context.unwrapResult(await settled));
  promise.dispose();
  context.dispose();
  return answer;
}

function callTool(context: QuickJSContext, tool: Tool, input: QuickJSHandle): QuickJSHandle {
  const promise = context.newPromise();
  void tool(context.dump(input)).then((value) => {
    context.newNumber(value).consume((handle) => {
      promise.resolve(handle);
    });
    context.runtime.executePendingJobs();
  });
  return promise.handle;
}

function takeValue(context: QuickJSContext, handle: QuickJSHandle): unknown {
  return handle.consume((value) => context.dump(value) as unknown);
}

function passData(context: QuickJSContext, { data = {} }: Workload): void {
  for (const [name, value] of Object.entries(data))
    context.newString(JSON.stringify(value)).consume((handle) => {
      context.setProp(context.global, `$${name}`, handle);
    });
}

function preludeOf(workload: Workload): string {
  const data = Object.keys(workload.data ?? {}).map(
    (name) => `const ${name} = JSON.parse($${name});`,
  );
  return `${prints(workload) ? guestConsole : ""}${data.join("")}`;
}
