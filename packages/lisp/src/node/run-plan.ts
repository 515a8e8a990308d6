// Checks and encodes the options of a pool run. Invalid options throw immediately. The first piece
// of the host data is copied immediately, which is all of most data; the rest is copied while it is
// sent.

import { withDeclaredNames } from "../effects/declared-names.ts";
import { OptionError } from "@ptc/core/errors";
import { runIdOf } from "../evaluation/run-id.ts";
import type { Limits } from "../evaluation/limits.ts";
import { JournalEntries } from "@ptc/core/internal/journal";
import type { Libraries } from "../analysis/known-libraries.ts";
import { toolDocument } from "../effects/tool-document.ts";
import type { ToolTable } from "../effects/tool-table.ts";
import { freezeDeep } from "../options/freeze.ts";
import { Memory } from "../persistence/memory.ts";
import { assertStoredForm } from "../persistence/stored-journal.ts";
import {
  resolvePrepareOptions,
  resolveRunOptions,
  splitRunOptions,
  type ResolvedRunOptions,
} from "../options/resolve-options.ts";
import { refuseOptions } from "../options/refuse-options.ts";
import { assertSource } from "../options/source-check.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import type { RunCheckpointOptions } from "../step/run-checkpoint-options.ts";
import type { Readings } from "../waiting/effect-log.ts";
import type { ResumeOptions } from "../waiting/waiting-options.ts";
import type { MemoryEncodings } from "./encoded-memory.ts";
import { Crossings, type Outgoing } from "./sent-pieces.ts";
import type { RunRequest } from "./messages.ts";
import { contextCrossing, encodeOption, optionCrossing } from "./option-crossing.ts";
import { SharedContext, type SharedMessage } from "./shared-context.ts";

/**
 * The options of `run`, except the clock, which the process itself must read, and functions of
 * this process for which a program would wait at each step.
 */
export type PoolRunOptions<Return = unknown> = Omit<
  LispRunOptions<Return>,
  OtherOptions | "context"
> &
  Omit<RunCheckpointOptions, "provenance"> & {
    /**
     * Read-only input, which the program reads as `data/…`. It is copied to the process, unless it
     * was shared with the pool before (`pool.share`). More than about 2,000 fields and elements are
     * copied in pieces while they are sent, so don't change them before the run has ended.
     */
    readonly context?: Readonly<Record<string, unknown>> | SharedContext;
  };

/** The options of a program that a pool continues: those of `resume` that a pool has. */
export type PoolResumeOptions<Return = unknown> = Omit<
  ResumeOptions<Return>,
  OtherOptions | "context"
> &
  Pick<PoolRunOptions<Return>, "context">;

const otherOptions = [
  "activity",
  "clock",
  "firewall",
  "onJournal",
  "provenance",
  "yieldMs",
] as const;
type OtherOptions = (typeof otherOptions)[number];

/** @throws OptionError for an option that a program in another process can't have */
export function assertPoolOptions(given: object): void {
  for (const name of otherOptions)
    if (name in given)
      throw new OptionError(
        name,
        "cannot be used in another process: leave it out, or evaluate with `run`",
      );
  if ("journal" in given && given.journal instanceof JournalEntries)
    throw new OptionError("journal", "cannot be shared with another process: pass its `record`");
}

export interface RunPlan<Return> {
  readonly run: number;
  readonly source: string;
  readonly request: Outgoing;
  readonly sharedContext:
    { readonly handle: SharedContext; readonly message: SharedMessage } | undefined;
  readonly tools: ToolTable;
  readonly limits: Limits;
  readonly options: ResolvedRunOptions<Return>;
  readonly runId: string;
  readonly libraries: Libraries | undefined;
}

/** The properties of a pool that planning needs. */
interface PlanningPool {
  readonly owner: object;
  readonly encodings: MemoryEncodings;
  readonly generate: "auto" | "never";
}

function explained<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    return refuseOptions(error);
  }
}

/** @throws OptionError */
export function planRun<Return>(
  run: number,
  source: string,
  given: Omit<PoolRunOptions<Return>, keyof RunCheckpointOptions> &
    Pick<LispRunOptions<Return>, "firewall">,
  { owner, encodings, generate }: PlanningPool,
  readings?: Readings,
): RunPlan<Return> {
  assertSource(source);
  const { context, ...others } = given;
  const isShared = context instanceof SharedContext;
  // The context isn't checked here: it is read once, when it is copied.
  const { prepare, run: runOptions } = splitRunOptions<Return>(others);
  const { tools: plainTools, limits, libraries } = explained(() => resolvePrepareOptions(prepare));
  const tools = withDeclaredNames(plainTools);
  const options = explained(() => resolveRunOptions(runOptions, limits));
  if (options.journal !== undefined && !(options.journal instanceof JournalEntries))
    assertStoredForm(options.journal);
  if (runOptions.freeze === true && !isShared) freezeDeep(context);
  if (given.memory !== undefined && !(given.memory instanceof Memory))
    encodings.noteHost(options.memory, given.memory);
  const seed = options.random();
  const runId = options.runId ?? runIdOf(seed);
  const crossings = new Crossings();
  const request: RunRequest = {
    type: "run",
    run,
    // The process refuses a longer source by its length alone.
    source: source.slice(0, limits.sourceLength + 1),
    limits,
    runId,
    seed,
    turn: options.turn,
    collections: options.collections,
    showsLastValue: options.showsLastValue,
    chargeToolTime: options.chargeToolTime,
    tools: Array.from(tools, ([name, tool]) => ({ name, ...toolDocument(tool) })),
    context: isShared ? context.id : contextCrossing(context ?? {}, crossings),
    memory: encodings.sent(options.memory, crossings),
    history: options.history.map((value, index) =>
      encodings.ofValue(`history[${String(index)}]`, value, options.memory, crossings),
    ),
    journal: options.journal && optionCrossing("journal", options.journal, crossings),
    budget: options.budget && optionCrossing("budget", options.budget, crossings),
    hideFirewalled: options.hideFirewalled,
    strictData: runOptions.strictData ?? false,
    // A process that may not generate code from text doesn't need to load the generator.
    generate: generate === "never" ? "never" : (given.generate ?? "auto"),
    readings,
    libraries: libraries?.key,
  };
  return {
    run,
    source,
    tools,
    limits,
    options,
    runId,
    libraries,
    request: encodeOption("context", request, crossings),
    sharedContext: isShared ? { handle: context, message: context.messageFor(owner) } : undefined,
  };
}
