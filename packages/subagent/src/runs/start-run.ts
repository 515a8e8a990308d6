// Starts runs.

import { OptionError } from "@ptc/core/errors";
import { randomHexId } from "@ptc/core/internal/contracts";
import { presentFields } from "@ptc/core/internal/host";
import type { Json } from "@ptc/core/encoding";
import { newSalt, UnwritableError, wholeJson } from "@ptc/lisp/internal/waiting";
import { contextOfOption } from "../loop/mission-options.ts";
import { knownOptions, optionalText, wrongOption } from "../options/option-checks.ts";
import { clearContext } from "./clear-data.ts";
import { headOf, problemOf } from "./leased-run.ts";
import { agentNamed, setupOf, type RunAgent, type RunRequest } from "./run-agents.ts";
import { contextOf } from "./run-attempt.ts";
import { runKey, shown, snapshotText, type RunInput } from "./run-state.ts";
import { RunsError } from "./runs-error.ts";
import type { ResolvedRunsOptions } from "./runs-options.ts";

/** The options of `start`. */
export interface StartOptions {
  /**
   * Input data, which programs read as `data/…`. It is stored: without firewalled fields, unless
   * the store is encrypted.
   */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Passed to the function in `agents`, which makes an agent of it. */
  readonly prompt?: string;
  /** The id of the run. A second start with this key returns the run of the first one. */
  readonly key?: string;
  /** At most 20 labels by which `list` finds the run. They aren't encrypted. */
  readonly tags?: readonly string[];
  /**
   * The id of a journal in the store, whose tasks aren't run again. True: a journal of this run
   * alone. Default: none.
   */
  readonly journal?: string | true;
  /** When to start, in milliseconds since the epoch. Default: now. */
  readonly startAt?: number;
}

const names = [
  "context",
  "prompt",
  "key",
  "tags",
  "journal",
  "startAt",
] as const satisfies readonly (keyof StartOptions)[];

/** Starts a run, and returns its id. @throws RunsError, OptionError, StoreError */
export async function startRun(
  options: ResolvedRunsOptions,
  agent: string,
  given: StartOptions,
): Promise<string> {
  knownOptions(given, names);
  const { key, tags, startAt, journal } = given;
  optionalText("key", key);
  optionalText("prompt", given.prompt);
  if (startAt !== undefined && !Number.isFinite(startAt))
    throw wrongOption("startAt", "expected milliseconds since the epoch", startAt);
  agentNamed(options.agents, agent);
  const { store, clock, random, appVersion } = options;
  const id = key ?? (random === undefined ? newSalt() : randomHexId(random, 32));
  const request = (made: RunRequest): RunRequest => made;
  const input = await runInput({ ...options, request }, { id, agent, given });
  try {
    await store.append([
      {
        key: runKey(id),
        version: 0,
        head: headOf(
          { status: "queued", agent, ...presentFields({ tags, appVersion }) },
          "queued",
          startAt ?? clock.now(),
        ),
        snapshot: snapshotText({
          attempts: 0,
          input,
          ...presentFields({ journal: journal === true ? id : journal }),
          ...(options.isEncrypted ? { secret: newSalt() } : {}),
        }),
      },
    ]);
  } catch (error) {
    if (key === undefined || problemOf(error) !== "conflict") throw error;
    const known = await store.load(runKey(id));
    if (known?.agent !== agent)
      throw new RunsError(
        "key",
        `the key ${shown(key)} belongs to a run of the agent ${JSON.stringify(known?.agent)}: choose another key`,
      );
  }
  return id;
}

/** A run to start. */
interface Start {
  readonly id: string;
  readonly agent: string;
  readonly given: Pick<StartOptions, "context" | "prompt" | "tags">;
}

/** Where runs start. */
interface StartPlace<Request extends RunRequest> {
  /** A process without the agent starts runs that others check. */
  readonly agents: ReadonlyMap<string, RunAgent<Request>>;
  readonly isEncrypted: boolean;
  /** Adds what functions in `agents` get. */
  readonly request: (request: RunRequest) => Request;
}

/**
 * Returns the input of a run as it is stored.
 * @throws RunsError for firewalled fields that can't be stored; OptionError
 */
export async function runInput<Request extends RunRequest>(
  place: StartPlace<Request>,
  start: Start,
): Promise<RunInput> {
  const { context: fields, prompt } = start.given;
  const texts = presentFields({ prompt });
  const context = fields === undefined ? undefined : await written(contextOfOption(fields));
  if (prompt !== undefined) await assertPrompt(place, start);
  if (context === undefined) return texts;
  if (place.isEncrypted) return { ...texts, context };
  const clear = clearContext(context, "pass `encryption`, or remove it");
  const masked: RunInput = { ...texts, ...clear };
  if (clear.isMasked === true) await assertLoader(place, start, masked);
  return masked;
}

/** @throws OptionError for an agent that has a prompt */
async function assertPrompt<Request extends RunRequest>(
  { agents, request }: StartPlace<Request>,
  { agent, id, given }: Start,
): Promise<void> {
  const named = agents.get(agent);
  if (named === undefined || typeof named === "function") return;
  const { prompt } = given;
  await setupOf(named, request({ id, agent, tags: [], context: {}, ...presentFields({ prompt }) }));
}

/** @throws RunsError if the values that aren't stored can't be found again */
async function assertLoader<Request extends RunRequest>(
  { agents, request }: StartPlace<Request>,
  { id, agent, given }: Start,
  { context, prompt }: RunInput,
): Promise<void> {
  const named = agents.get(agent);
  if (named === undefined) return;
  if (typeof named === "function") {
    const stored = contextOf(id, context);
    const { tags = [] } = given;
    const setup = await setupOf(
      named,
      request({ id, agent, tags, context: stored, ...presentFields({ prompt }) }),
    );
    if (setup.context !== undefined) return;
  }
  throw new RunsError(
    "firewalled",
    `the context has firewalled fields, and the store isn't encrypted: pass \`encryption\`, or make ${JSON.stringify(agent)} a function in \`agents\` that returns them with \`context\``,
  );
}

/** @throws OptionError */
async function written(context: Readonly<Record<string, unknown>>): Promise<Json> {
  try {
    return await wholeJson("context", context);
  } catch (error) {
    if (!(error instanceof UnwritableError)) throw error;
    throw new OptionError("context", error.message);
  }
}
