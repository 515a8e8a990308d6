// Returns to an earlier turn of a run.

import { OptionError } from "@ptc/core/errors";
import { Firewall } from "@ptc/core/firewall";
import { CheckpointError, type CheckpointOptions } from "@ptc/lisp";
import {
  digestsOf,
  keysOf,
  newSalt,
  passedValues,
  sealed,
  without,
  type Keys,
} from "@ptc/lisp/internal/waiting";
import { isRecord, knownOptions, wholeNumber, wrongOption } from "../options/option-checks.ts";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import { cutAt, turnOf } from "./cut.ts";
import { readMissionCheckpoint } from "./mission-checkpoint.ts";

/** The options of `fork`. */
export interface ForkOptions extends Omit<CheckpointOptions, "keepContext"> {
  /** The turn to begin again, from 1. The turns before it stay as they are. */
  readonly at: number;
}

/** @throws CheckpointError, OptionError */
export async function forkedCheckpoint(
  checkpoint: MissionCheckpoint,
  options: ForkOptions,
): Promise<MissionCheckpoint> {
  if (!isRecord(options)) throw wrongOption("options", "expected an object", options);
  knownOptions(options, ["at", "checkpointKey", "encryptionKey"]);
  const turn = wholeNumber("at", options.at, 1);
  const keys = keysOf(options);
  await check(checkpoint, keys);
  const { effects, times, forks = [] } = checkpoint;
  const last = Math.max(0, ...effects.map(({ at }) => turnOf(at) ?? 0));
  if (turn > last)
    throw new OptionError("at", `the run has only ${String(last)} turns in this checkpoint`);
  const cut = cutAt(turn, { lines: effects, times });
  const made: MissionCheckpoint = {
    ...without(checkpoint, ["signature", "entries"]),
    durationMs: cut.lines.at(-1)?.t ?? 0,
    forks: [...forks.filter(([from]) => from < turn), [turn, newSalt()]],
    effects: cut.lines,
    times: cut.times,
    pending: [],
  };
  return await sealed(made, JSON.stringify(made.effects).length, {
    digests: digestsOf(keys.checkpointKey, checkpoint.salt),
    isSigned: keys.checkpointKey !== undefined,
  });
}

/** Firewalled values may be missing, because they are only needed to resume. */
async function check(checkpoint: MissionCheckpoint, keys: Keys): Promise<void> {
  try {
    const passed = passedValues({}, new Firewall());
    await readMissionCheckpoint(checkpoint, keys, { passed, hasContext: true });
  } catch (error) {
    if (!(error instanceof CheckpointError && error.problem === "hidden")) throw error;
  }
}
