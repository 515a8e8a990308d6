// Adds the parts of a step besides its outcome and records: its journal and warnings. Lazily
// loaded, by loading/lazy-language.ts.

import type { Evaluation } from "../evaluation/evaluation.ts";
import type { ProgramBound } from "../evaluation/state/program-bound.ts";
import type { Memory } from "../persistence/memory.ts";
import { withUnkeptNames } from "../persistence/unkept-names.ts";
import type { LispStep } from "./step.ts";

/**
 * Returns `step` with its journal as plain JSON and with warnings, if there are any.
 * `hasMisplacedJournal` is true if the context looks like it has the journal. `before` is the
 * memory that the run was given.
 */
export function withExtras<Return>(
  step: LispStep<Return>,
  evaluation: Evaluation,
  hasMisplacedJournal: boolean,
  before: Memory,
): LispStep<Return> {
  const own = evaluation.journal?.own;
  const { usedLibraries, warnings: found = [] } = evaluation.program;
  const warnings = [...found];
  if (evaluation.hasForgottenTask)
    warnings.push(
      "the program used task, but the option `journal` was not given: no result was stored",
    );
  if (hasMisplacedJournal)
    warnings.push(
      "`journal` in the context is ordinary data; to store task results, use the option `journal`",
    );
  const memory = step.ok ? leftMemory(step.memory, before, evaluation, warnings) : step.memory;
  warnings.push(...evaluation.losses.warnings);
  return {
    ...step,
    memory,
    ...(own === undefined ? {} : { journal: own }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(usedLibraries === undefined ? {} : { libraries: usedLibraries.versions }),
  };
}

/**
 * Returns the memory with the reasons for names that it omits. Adds a warning for each name of this
 * program that it omits, or whose value contains an atom or a transient.
 */
function leftMemory(
  memory: Memory,
  before: Memory,
  { skippedNames = new Map<string, ProgramBound | undefined>() }: Evaluation,
  warnings: string[],
): Memory {
  const reasons: [string, string][] = [];
  for (const [name, value] of skippedNames) {
    if (memory.get(name) === undefined) {
      const [reason, advice] = whyNotSaved(name, value);
      warnings.push(`${name} was not saved, because ${reason}; ${advice}`);
      reasons.push([name, `${reason}; ${advice}`]);
    } else if (isNew(name, memory, before) && value !== undefined && value.typeName !== "delay")
      // Later programs in this process can read what a delay computed.
      warnings.push(
        `${name} contains ${withArticle(value)}, which later programs can't change; save the value of the ${value.typeName} instead`,
      );
  }
  return withUnkeptNames(memory, reasons, before);
}

function isNew(name: string, memory: Memory, before: Memory): boolean {
  return memory.get(name) !== before.get(name);
}

/** Returns the reason and what to do instead. */
function whyNotSaved(name: string, value: ProgramBound | undefined): [string, string] {
  if (value === undefined)
    return [
      "only its own program can continue its sequence",
      `save a part of it, as in (def ${name} (vec (take 100 …)))`,
    ];
  const read = value.typeName === "transient" ? `(persistent! ${name})` : `@${name}`;
  return [
    `${withArticle(value)} ends with its program`,
    `save its value instead, as in (def ${name} ${read})`,
  ];
}

function withArticle({ typeName }: ProgramBound): string {
  return `${typeName.startsWith("a") ? "an" : "a"} ${typeName}`;
}
