import { describe, expect, test } from "vitest";
import { Activity } from "@ptc/core/internal/task";
import { ManualClock, settled } from "../../test/missions.ts";
import { Deadline } from "./deadline.ts";
import { HeldSlot } from "./held-slot.ts";
import { Place, clockIn, timeUsed } from "./place.ts";
import { Slots } from "./slots.ts";

const { signal: running } = new AbortController();

function world() {
  const clock = new ManualClock();
  const activity = new Activity();
  return { clock, activity, root: new Place({ activity, clock }) };
}

/** Returns whether each place has stopped, once that is known. */
async function stopped(...places: readonly Place[]): Promise<readonly boolean[]> {
  await settled();
  return places.map(({ isStopped }) => isStopped);
}

describe("a place", () => {
  test("stops while nothing below works and something below is held", async () => {
    const { root } = world();
    const child = root.below();
    const [first, second] = [child.hold(), child.hold()];
    expect(await stopped(root, child)).toEqual([true, true]);
    root.begin();
    expect(await stopped(root, child)).toEqual([false, true]);
    child.begin();
    root.end();
    expect(await stopped(root, child)).toEqual([false, false]);
    child.end();
    first();
    expect(await stopped(root, child)).toEqual([true, true]);
    second();
    second();
    expect(await stopped(root, child)).toEqual([false, false]);
  });

  test("never stops without held calls", async () => {
    const { root } = world();
    expect(await stopped(root)).toEqual([false]);
    root.begin();
    root.end();
    expect(await stopped(root)).toEqual([false]);
  });

  test("doesn't stop between two pieces of work in one task", async () => {
    const { root, clock } = world();
    let stops = 0;
    root.onStop(() => stops++);
    root.hold();
    root.begin();
    await settled();
    for (let round = 0; round < 50; round++) {
      root.end();
      await Promise.resolve();
      root.begin();
    }
    await clock.pass(10);
    expect([stops, root.time]).toEqual([0, clock.monotonic()]);
  });

  test("has a time that excludes stops, beginning with the end of the last work", async () => {
    const { root, clock } = world();
    const start = root.time;
    root.begin();
    const release = root.hold();
    await clock.pass(10);
    root.end();
    // The time passes before the place can be checked.
    void clock.pass(1_000);
    expect(root.time - start).toBe(10);
    await settled();
    await clock.pass(1_000);
    expect(root.time - start).toBe(10);
    release();
    await clock.pass(5);
    expect(root.time - start).toBe(15);
  });

  test("counts the work of the evaluator for its run too, and effects only for itself", async () => {
    const { root, activity } = world();
    root.hold();
    root.enter();
    await settled();
    expect([activity.open, root.isStopped]).toEqual([1, false]);
    root.leave();
    let end = (): void => undefined;
    void root.effect(
      new Promise<void>((resolve) => {
        end = resolve;
      }),
    );
    await settled();
    expect([activity.open, root.isStopped]).toEqual([0, false]);
    end();
    expect([...(await stopped(root)), activity.open]).toEqual([true, 0]);
  });

  test("counts an effect until its signal is aborted", async () => {
    const { root } = world();
    const end = new AbortController();
    root.hold();
    void root.effect(new Promise(() => undefined), end.signal);
    expect(await stopped(root)).toEqual([false]);
    end.abort();
    expect(await stopped(root)).toEqual([true]);
    void root.effect(new Promise(() => undefined), end.signal);
    expect(await stopped(root)).toEqual([true]);
  });

  test("keeps its run active until it is known whether it has stopped", async () => {
    const { root, activity } = world();
    root.hold();
    expect(activity.open).toBe(1);
    await activity.quiet();
    expect([activity.open, root.isStopped]).toEqual([0, true]);
  });

  test("of a call works, except while the call is held", async () => {
    const { root } = world();
    const call = root.workingCall();
    root.hold();
    expect(await stopped(root, call)).toEqual([false, false]);
    const release = call.hold();
    expect(await stopped(root, call)).toEqual([true, true]);
    release();
    release();
    expect(await stopped(root, call)).toEqual([false, false]);
    call.close();
    expect(await stopped(root)).toEqual([true]);
  });

  test("that has ended counts for nothing above", async () => {
    const { root } = world();
    const [first, second] = [root.below(), root.below()];
    const release = first.hold();
    second.begin();
    first.close();
    second.close();
    expect(await stopped(root)).toEqual([false]);
    release();
    second.end();
    root.hold();
    expect(await stopped(root)).toEqual([true]);
    root.dropHolds();
    expect(await stopped(root)).toEqual([false]);
  });
});

describe("the slot of a call whose mission can only wait", () => {
  function held(slots: Slots, root: Place) {
    expect(slots.take()).toBe(true);
    const slot = new HeldSlot(slots);
    const call = root.missionCall(slot);
    return { slot, call, mission: call.below() };
  }

  test("is free until the mission continues", async () => {
    const { root } = world();
    const slots = new Slots(1);
    const { slot, mission } = held(slots, root);
    const release = mission.hold();
    expect(slots.take()).toBe(false);
    await settled();
    expect([slots.take(), mission.isWithoutSlot]).toEqual([true, true]);
    release();
    const regained = mission.regained(running);
    await settled();
    expect(mission.isWithoutSlot).toBe(true);
    slots.release();
    await regained;
    expect([mission.isWithoutSlot, slots.take()]).toEqual([false, false]);
    slot.end();
    expect(slots.take()).toBe(true);
  });

  test("isn't released again before the mission has begun an effect", async () => {
    const { root } = world();
    const slots = new Slots(1);
    const { mission } = held(slots, root);
    const [first] = [mission.hold(), mission.hold()];
    await settled();
    first();
    await mission.regained(running);
    expect(slots.take()).toBe(false);
    mission.begin();
    await settled();
    expect(slots.take()).toBe(false);
  });

  test("doesn't hold up an effect whose mission has ended", async () => {
    const { root } = world();
    const slots = new Slots(1);
    const { slot, mission } = held(slots, root);
    mission.hold();
    await settled();
    expect(slots.take()).toBe(true);
    const end = new AbortController();
    const aborted = mission.regained(end.signal);
    const ended = mission.regained(running);
    end.abort();
    await aborted;
    slot.end();
    await ended;
    expect(mission.regained(running)).toBeUndefined();
  });

  test("waits for its slot without using its time", async () => {
    const { root, clock } = world();
    const slots = new Slots(1);
    const { mission } = held(slots, root);
    const release = mission.hold();
    await settled();
    slots.take();
    root.begin();
    release();
    const before = [root.time, mission.time];
    const regained = mission.regained(running);
    await clock.pass(100);
    slots.release();
    await regained;
    expect([root.time, mission.time].map((time, at) => time - (before[at] ?? 0))).toEqual([100, 0]);
  });
});

describe("a deadline with a place", () => {
  const deadlineOf = (place: Place, clock: ManualClock, timeoutMs = 100): Deadline =>
    new Deadline({ timeoutMs, above: undefined, signal: undefined, clock, place });

  test("adds up the times in which something works", async () => {
    const { root, clock } = world();
    const deadline = deadlineOf(root, clock);
    for (const worked of [40, 40]) {
      await clock.pass(worked);
      const release = root.hold();
      await settled();
      await clock.pass(1_000);
      release();
      await settled();
    }
    await clock.pass(19);
    expect(deadline.isTimeOver).toBe(false);
    await clock.pass(1);
    expect(deadline.isTimeOver).toBe(true);
  });

  test("excludes the time of a stop that is not checked yet", async () => {
    const { root, clock } = world();
    const deadline = deadlineOf(root, clock);
    await clock.pass(0);
    const release = root.hold();
    await clock.pass(1_000);
    expect(deadline.isTimeOver).toBe(false);
    release();
    await settled();
    await clock.pass(100);
    expect(deadline.isTimeOver).toBe(true);
  });

  test("uses the time of the clock, although a wait ended too early", async () => {
    let time = 0;
    const waits: number[] = [];
    const clock = {
      now: () => 0,
      monotonic: () => time,
      sleep: (milliseconds: number) => {
        waits.push(milliseconds);
        time += 60;
        return Promise.resolve();
      },
    };
    const place = new Place({ activity: new Activity(), clock });
    await timeUsed(place, 150, running, clock);
    expect(waits).toEqual([150, 90, 30]);
  });

  test("ends with a clock that doesn't measure its own waits", async () => {
    const clock = { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() };
    const place = new Place({ activity: new Activity(), clock });
    await timeUsed(place, 150, running, clock);
    expect(place.isStopped).toBe(false);
  });

  test("ends while its place has stopped, when it is no longer needed", async () => {
    const { root, clock } = world();
    root.hold();
    await settled();
    const end = new AbortController();
    const used = timeUsed(root, 100, end.signal, clock);
    await settled();
    end.abort();
    await used;
    expect(clock.waiting).toBe(0);
  });
});

test("the clock of a mission reads the time of its place, and counts its pauses", async () => {
  const { root, clock } = world();
  const own = clockIn(root, clock);
  root.hold();
  const pause = own.sleep?.(50, running, "1/0");
  expect(await stopped(root)).toEqual([false]);
  await clock.pass(50);
  await pause;
  expect(await stopped(root)).toEqual([true]);
  const before = own.monotonic();
  await clock.pass(50);
  expect([own.monotonic() - before, own.now() - before]).toEqual([0, 50]);
  expect(clockIn(undefined, clock)).toBe(clock);
});

test("the clock of a mission runs while a program computes, although nothing is counted", async () => {
  const { root, clock } = world();
  const own = clockIn(root, clock);
  root.hold();
  root.begin();
  await settled();
  root.end();
  const before = own.monotonic();
  void clock.pass(50);
  expect(own.monotonic() - before).toBe(50);
  void clock.pass(50);
  await settled();
  expect([root.isStopped, own.monotonic() - before]).toEqual([true, 50]);
});
