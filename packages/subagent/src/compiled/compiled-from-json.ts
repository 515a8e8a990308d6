// Reads a compiled agent back, for an agent that is what it was.

import { checkedAgent, type Agent } from "../agent/agent.ts";
import { CompiledAgent } from "./compiled-agent.ts";
import { CompiledFormatError, readCompiled, type ReadCompiled } from "./compiled-format.ts";
import { changesSince, needsOf } from "./fingerprint.ts";

/** A compiled agent, or why there is none. */
export type CompiledAgentFromJsonResult<Input = unknown, Output = unknown, Deps = unknown> =
  | { readonly ok: true; readonly compiled: CompiledAgent<Input, Output, Deps> }
  | {
      readonly ok: false;
      readonly message: string;
      /** What differs between the agent now and when the program was compiled, if that is it. */
      readonly changes?: readonly string[];
      /** The program, where it could be read: `compileAgent` may start from it. */
      readonly source?: string;
    };

/**
 * The compiled agent that `toJSON` wrote, for the agent that it was compiled for. It is refused
 * where that has another signature, other limits, or a tool that the program calls has changed.
 *
 * @example
 *   const read = compiledAgentFromJson(agent, JSON.parse(text));
 *   if (!read.ok) console.log(read.message);
 *
 * @throws OptionError for an object that `defineAgent` did not make
 */
export function compiledAgentFromJson<Input, Output, Deps>(
  agent: Agent<Input, Output, Deps>,
  json: unknown,
): CompiledAgentFromJsonResult<Input, Output, Deps> {
  const now = checkedAgent(agent);
  const read = readJson(json);
  if (!read.ok) return read;
  const { source, needs, data, hash } = read.json;
  const changes = changesSince(
    needs,
    needsOf(
      now,
      needs.tools.map(([name]) => name),
    ),
  );
  if (changes.length > 0)
    return {
      ok: false,
      message: `the program was compiled for another agent: ${changes.join("; ")}; compile it again`,
      changes,
      source,
    };
  const compiled = new CompiledAgent(agent, source, data);
  if (compiled.hash !== hash)
    return refused("its hash is another: the program or what it needs was changed by hand");
  return { ok: true, compiled };
}

function readJson(
  json: unknown,
): { readonly ok: true; readonly json: ReadCompiled } | ReturnType<typeof refused> {
  try {
    return { ok: true, json: readCompiled(json) };
  } catch (error) {
    // A Proxy throws what it likes.
    return refused(error instanceof CompiledFormatError ? error.message : "it cannot be read");
  }
}

function refused(why: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message: `the JSON is no compiled agent: ${why}` };
}
