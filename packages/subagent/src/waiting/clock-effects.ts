// The clock of a mission that can wait. Its readings and the pauses of programs are effects. The
// times of a call are those that an earlier pass measured, if any did.

import type { Clock, EffectTimes } from "@ptc/core/contracts";
import { effectAddressText, sleep } from "@ptc/core/internal/contracts";
import type { MissionPass } from "./mission-pass.ts";

/** Returns the clock of the run. Its monotonic time is the active time of all passes. */
export function clockInPass(pass: MissionPass): Clock {
  const { time, clock } = pass;
  return {
    now: (address) => {
      if (address === undefined) return clock.now();
      const at = pass.locationOf(effectAddressText(address));
      const known = pass.take("time", at);
      if (known !== undefined) {
        pass.receive(known.line);
        return known.line.now;
      }
      pass.assertNew(() => `the time at ${at}`);
      const now = clock.now(address);
      pass.add({ type: "time", at, now });
      return now;
    },
    monotonic: () => time.now,
    sleep: (milliseconds, signal, place) =>
      place === undefined
        ? time.limit(milliseconds, signal)
        : pause(pass, milliseconds, signal, pass.locationOf(place), place),
    recordedTimes: (place, measured) => timesOf(pass, pass.locationOf(place), measured),
  };
}

async function pause(
  pass: MissionPass,
  milliseconds: number,
  signal: AbortSignal,
  at: string,
  place: string,
): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return;
  const known = pass.take("pause", at);
  if (known !== undefined) {
    const { index, line } = known;
    if (line.unanswered === true) await pass.unanswered(index, line, signal).catch(() => undefined);
    else await pass.inLine(index, line, () => undefined);
    return;
  }
  await pass.afterRecorded(() =>
    pass.answers.inTurn(undefined, sleep(pass.clock, milliseconds, signal, place), () => {
      pass.add({ type: "pause", at, ...(signal.aborted ? { unanswered: true } : {}) });
    }),
  );
}

function timesOf(pass: MissionPass, at: string, measured: EffectTimes): EffectTimes {
  const known = pass.lines.timesAt(at);
  if (known !== undefined) return known;
  // The records of an ended run have no final times.
  if (!pass.signal.aborted) {
    pass.lines.addTimes(at, measured);
    pass.writer?.noteTimes(at, measured);
  }
  return measured;
}
