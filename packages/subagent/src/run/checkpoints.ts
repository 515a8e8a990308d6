// Makes checkpoints: of a run that was killed, and of an earlier turn. The code that does it is
// loaded when it is needed, as that of waiting missions is.

import type { CheckpointEntry, CheckpointOfOptions } from "@ptc/lisp";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { ForkOptions } from "../waiting/fork.ts";

/**
 * Returns the checkpoint of a run that was killed, from the entries that its `onCheckpoint` stored.
 * Calls that had begun without an answer are pending with `uncertain: true`: ask their service with
 * the call's `id`, which is its idempotency key. Then `answer(result)` the call, or `approve()` to
 * make it again. A run that has ended, or that waits, has a step; its checkpoint is the same. For a
 * run that was resumed, pass the resumed checkpoint as `after`, and the entries since then.
 *
 * @example
 *   const checkpoint = await checkpointOf(lines.map((line) => JSON.parse(line)));
 *   const step = await resume(agent, checkpoint, { llm, context });
 *
 * @throws CheckpointError for entries that are missing, changed or of several runs; OptionError
 */
export async function checkpointOf(
  entries: Iterable<CheckpointEntry>,
  options: CheckpointOfOptions<MissionCheckpoint> = {},
): Promise<MissionCheckpoint> {
  const { checkpointOfEntries } = await import("@ptc/lisp/internal/waiting");
  return await checkpointOfEntries(entries, options, "mission");
}

/**
 * Returns a checkpoint of the same run before one of its turns, for another try from there, such as
 * with another model. Resume it like any checkpoint. It is a run of its own, with its own trace id:
 * calls of earlier turns keep their ids, and later ones get new ones.
 *
 * @example
 *   const earlier = await fork(step.checkpoint, { at: 2 });
 *   const other = await resume(agent, earlier, { llm: another, context });
 *
 * @throws CheckpointError for a damaged or changed checkpoint; OptionError for a turn it lacks
 */
export async function fork(
  checkpoint: MissionCheckpoint,
  options: ForkOptions,
): Promise<MissionCheckpoint> {
  const { forkedCheckpoint } = await import("../waiting/fork.ts");
  return await forkedCheckpoint(checkpoint, options);
}
