// One row of the comparison: a workload with the times of every engine in each round. Engines are
// compared within a round, because the machine was in the same state.
import { spread, type Spread } from "../median.ts";
import type { EngineName, Target } from "./workload.ts";

/** Microseconds of one call, by engine and round. */
type Times = Map<EngineName, Map<number, number>>;

export interface Row {
  readonly name: string;
  readonly targets: readonly Target[];
  readonly mix: string | undefined;
  /** Why an engine takes no part. */
  readonly absent: ReadonlyMap<EngineName, string>;
  readonly times: Times;
}

export function emptyTimes(): Times {
  return new Map();
}

export function addTime(
  { times }: Row,
  engine: EngineName,
  round: number,
  microseconds: number,
): void {
  const rounds = times.get(engine) ?? new Map<number, number>();
  times.set(engine, rounds.set(round, microseconds));
}

/** Returns an engine's time as a multiple of ours, or undefined if it takes no part. */
export function slowness(row: Row, engine: EngineName): Spread | undefined {
  return compared(row, engine, (theirs, ours) => theirs / ours);
}

/** Returns how many microseconds longer our engine takes than another one. */
export function excess(row: Row, engine: EngineName): Spread | undefined {
  return compared(row, engine, (theirs, ours) => ours - theirs);
}

/** Microseconds of one call. */
export function duration({ times }: Row, engine: EngineName): Spread | undefined {
  const rounds = times.get(engine);
  return rounds === undefined ? undefined : spread([...rounds.values()]);
}

function compared(
  { times }: Row,
  engine: EngineName,
  compare: (theirs: number, ours: number) => number,
): Spread | undefined {
  const [own, other] = [times.get("ptc"), times.get(engine)];
  if (own === undefined || other === undefined) return undefined;
  const values = [...other].flatMap(([round, theirs]) => {
    const ours = own.get(round);
    return ours === undefined ? [] : [compare(theirs, ours)];
  });
  return values.length === 0 ? undefined : spread(values);
}
