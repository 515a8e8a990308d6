// Makes the tools of the playground. JavaScript is loaded as a module from a blob, so the page
// needs no `eval`, and the policy of the page applies to it: it can send nothing anywhere.

import { run, type Tools as ProgramTools } from "@ptc/lisp";
import { inputSchema, outputSchema, parseSignature, renderExample } from "@ptc/signature";
import { tool, type Tools } from "@ptc/subagent";
import type { MockTool } from "../state/playground-state.ts";

type Execute = (args: unknown) => unknown;

/** Returns tools for a program alone. Throws an error with the name of a tool that is wrong. */
export function programTools(mocks: readonly MockTool[]): Promise<ProgramTools> {
  return eachTool(mocks, (execute, text) => {
    if (text === "") return { execute };
    const parsed = parseSignature(text);
    if (!parsed.ok) throw new Error(parsed.error.message);
    return {
      execute,
      inputSchema: inputSchema(parsed.signature),
      outputSchema: outputSchema(parsed.signature),
    };
  });
}

/** Returns tools for an agent. Throws an error with the name of a tool that is wrong. */
export function agentTools(mocks: readonly MockTool[]): Promise<Tools> {
  return eachTool(mocks, (execute, signature) =>
    signature === "" ? { execute } : tool({ signature, execute }),
  );
}

async function eachTool<Made>(
  mocks: readonly MockTool[],
  make: (execute: Execute, signature: string) => Made,
): Promise<Readonly<Record<string, Made>>> {
  const tools: (readonly [name: string, tool: Made])[] = [];
  for (const { name, kind, body, signature } of mocks) {
    const contract = signature.trim();
    try {
      const execute =
        kind === "javascript" ? await functionOf(body) : await answerOf(body, contract);
      tools.push([name, make(execute, contract)]);
    } catch (error) {
      throw new Error(
        `The tool ${name} is wrong: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }
  return Object.fromEntries(tools);
}

async function functionOf(body: string): Promise<Execute> {
  const address = URL.createObjectURL(
    new Blob([`export default (${body}\n);`], { type: "text/javascript" }),
  );
  try {
    const module = (await import(/* @vite-ignore */ address)) as { readonly default: unknown };
    if (typeof module.default !== "function") throw new Error("its JavaScript is not a function");
    return module.default as Execute;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Without an answer, the tool returns an example of its signature. */
async function answerOf(body: string, signature: string): Promise<Execute> {
  const answer = body.trim() === "" ? await exampleOf(signature) : (JSON.parse(body) as unknown);
  return () => answer;
}

async function exampleOf(text: string): Promise<unknown> {
  if (text === "") return null;
  const parsed = parseSignature(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const step = await run(renderExample(parsed.signature.output), {});
  return step.ok ? step.return : null;
}
