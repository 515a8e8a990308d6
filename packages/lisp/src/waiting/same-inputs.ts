// The inputs that `resume` receives again: the program, its context, memory, history and libraries.
// A checkpoint has digests of them, so that a run continues only with the same ones.

import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { shortened } from "@ptc/core/internal/printing";
import { encodedValue, storableValue } from "@ptc/core/internal/stored";
import { workBudget } from "@ptc/core/values";
import { Libraries } from "../analysis/known-libraries.ts";
import { shortHash } from "../evaluation/short-hash.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import { resolveMemory } from "../persistence/memory.ts";
import type { CheckpointInputs } from "../step/checkpoint.ts";
import { CheckpointError } from "./checkpoint-error.ts";
import { encodedInPieces } from "./encoded-pieces.ts";
import { PassedValues } from "./passed-values.ts";
import { canonicalText } from "./pieces.ts";
import { canonicalJson, type Digests } from "./seal.ts";

/** Limit of the work to compare a context. */
const mostCompared = 400_000;

/**
 * Returns digests of what `resume` receives again. Only the names and sizes of a large context are
 * compared, because reading all of it would take seconds.
 */
export async function inputsOf(
  source: string,
  {
    context = {},
    memory,
    history = [],
    inputs = history,
  }: Pick<LispRunOptions, "context" | "memory" | "history"> & {
    /** Other inputs, which are compared as a whole. */
    readonly inputs?: readonly unknown[];
  },
  digests: Digests,
): Promise<CheckpointInputs> {
  return {
    program: await digests.of(source),
    context: await digests.of(await canonicalText(await comparedJson(context))),
    memory: await digests.of(
      canonicalJson([memoryJson(memory), ...inputs.map((value) => storableValue(value))]),
    ),
  };
}

async function comparedJson(context: Readonly<Record<string, unknown>>): Promise<Json> {
  return (
    (await writtenInPieces(context)) ??
    Object.entries(context).map(([name, value]): Json => {
      const size = Array.isArray(value) ? value.length : null;
      return [name, typeof value, size];
    })
  );
}

/** Returns undefined for a context that is too large, or isn't data. */
function writtenContext(context: Readonly<Record<string, unknown>>): Json | undefined {
  try {
    return encodedValue(context, workBudget("comparing the context", mostCompared));
  } catch {
    return undefined;
  }
}

/** Does the same in pieces. */
async function writtenInPieces(
  context: Readonly<Record<string, unknown>>,
): Promise<Json | undefined> {
  try {
    return await encodedInPieces(context, workBudget("comparing the context", mostCompared));
  } catch {
    return undefined;
  }
}

/** Returns the values that `resume` receives again, unless there are too many. */
export function passedValues(
  { context = {}, memory, history = [] }: Pick<LispRunOptions, "context" | "memory" | "history">,
  firewall: Firewall,
): PassedValues {
  const read = () => {
    const written = writtenContext(context);
    return {
      ...(written === undefined ? {} : { context: written }),
      memory: memoryJson(memory),
      history: history.map((value) => storableValue(value)),
    };
  };
  return new PassedValues(read, firewall);
}

function memoryJson(memory: LispRunOptions["memory"]): Json {
  return resolveMemory(memory).toJSON();
}

/** Returns true if the program is the same. @throws CheckpointError for other differences */
export function assertSameInputs(now: CheckpointInputs, before: CheckpointInputs): boolean {
  for (const name of ["context", "memory"] as const)
    if (now[name] !== before[name])
      throw new CheckpointError(
        "changed",
        `the ${name} isn't the one with which the run began: pass the same \`${name}\` again`,
      );
  return now.program === before.program;
}

/**
 * Checks that the libraries which a run used are the same.
 * @throws CheckpointError naming a library that is missing or has another version
 */
export function assertSameLibraries(
  given: LispRunOptions["libraries"],
  { libraries = {} }: Pick<CheckpointInputs, "libraries">,
): void {
  for (const [name, hash] of Object.entries(libraries)) {
    const now = given instanceof Libraries ? given.get(name)?.hash : undefined;
    if (now === hash) continue;
    const shown = shortened(JSON.stringify(name), 120);
    throw new CheckpointError(
      "changed",
      now === undefined
        ? `the run used the library ${shown}: pass it again as \`libraries\``
        : `the library ${shown} has changed since the checkpoint (${shortHash(hash)}, now ${shortHash(now)}): pass the version with which the run began`,
    );
  }
}
