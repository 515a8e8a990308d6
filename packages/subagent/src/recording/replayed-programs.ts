// The programs that replace those of a recording, and the turns that a recording has.

import { OptionError } from "@ptc/core/errors";
import type { RunRecording } from "./run-recording.ts";

/** Checks the replacement programs. @throws OptionError for a turn that isn't recorded */
export function checkedPrograms(
  programs: Readonly<Record<number, string>> = {},
  recording: RunRecording,
): ReadonlyMap<number, string> {
  const turns = turnsOf(recording);
  return new Map(
    Object.entries(programs).map(([turn, program]): [number, string] => {
      if (!turns.includes(Number(turn)))
        throw new OptionError(
          "programs",
          `the recording has no turn ${turn}; it has ${turns.length === 0 ? "none" : turns.join(", ")}`,
        );
      if (typeof (program as unknown) !== "string")
        throw new OptionError("programs", `expected the program of turn ${turn}, a string`);
      return [Number(turn), program];
    }),
  );
}

/**
 * Returns the numbers of the turns of the run itself (not its child missions) in which a model
 * responded.
 */
export function turnsOf({ effects }: RunRecording): readonly number[] {
  const turns = effects.flatMap(({ effect }) => {
    const turn = effect.type === "model" ? /^(\d+)\/m/.exec(effect.at)?.[1] : undefined;
    return turn === undefined ? [] : [Number(turn)];
  });
  return [...new Set(turns)];
}
