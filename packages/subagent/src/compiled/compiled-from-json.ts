// Reads a compiled agent from JSON, provided that its agent has not changed.

import { checkedAgent, type Agent } from "../agent/agent.ts";
import { CompiledAgent } from "./compiled-agent.ts";
import { CompiledFormatError, readCompiled, type ReadCompiled } from "./compiled-format.ts";
import { changesSince, needsOf } from "./fingerprint.ts";

/** A compiled agent, or the reason why it was refused. */
export type CompiledAgentFromJsonResult<Input = unknown, Output = unknown, Deps = unknown> =
  | {
      readonly ok: true;
      readonly compiled: CompiledAgent<Input, Output, Deps>;
      readonly message?: undefined;
      readonly changes?: undefined;
      readonly source?: undefined;
    }
  | {
      readonly ok: false;
      readonly message: string;
      /** The differences between the agent now and at compile time, if they are the reason. */
      readonly changes?: readonly string[];
      /** The program, if it could be read. `compileAgent` can start from it. */
      readonly source?: string;
    };

/**
 * Reads the JSON that `toJSON` wrote, for the agent that it was compiled for. Refuses it if the
 * agent has another signature or other limits, or if a tool that the program calls has changed.
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
      source,
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
    return refused("its hash doesn't match: the program or its contract was edited");
  return { ok: true, compiled };
}

function readJson(
  json: unknown,
): { readonly ok: true; readonly json: ReadCompiled } | ReturnType<typeof refused> {
  try {
    return { ok: true, json: readCompiled(json) };
  } catch (error) {
    // A Proxy can throw anything.
    return refused(error instanceof CompiledFormatError ? error.message : "it cannot be read");
  }
}

function refused(why: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message: `the JSON is not a compiled agent: ${why}` };
}
