// Records the readings of the clock, the pauses of programs, and the times of effects.

import type { Clock } from "@ptc/core/contracts";
import { effectAddressText, sleep } from "@ptc/core/internal/contracts";
import type { RecordedRun } from "./recorder-run.ts";
import type { RecorderTurns } from "./recorder-turns.ts";

/** Returns the clock to use in place of `clock`. */
export function recordedClock(run: RecordedRun, turns: RecorderTurns, clock: Clock): Clock {
  return {
    now: (address) => {
      const now = clock.now(address);
      if (address !== undefined) {
        run.writer.effect({ type: "time", at: run.locationOf(effectAddressText(address)), now });
      }
      return now;
    },
    monotonic: () => clock.monotonic(),
    sleep: async (milliseconds, signal, place) => {
      await sleep(clock, milliseconds, signal, place);
      if (place === undefined) return;
      const effect = { type: "pause", at: run.locationOf(place) } as const;
      if (signal.aborted) run.writer.effect({ ...effect, unanswered: run.endedBy });
      else
        await turns.inTurn(() => {
          run.writer.effect(effect);
        });
    },
    recordedTimes: (location, measured) => {
      const times = clock.recordedTimes?.(location, measured) ?? measured;
      return run.writer.noteTimes(run.locationOf(location), times);
    },
  };
}
