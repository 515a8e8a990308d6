// An argument without the label of the secret tool is the same for every secret, in random
// programs. Strict provenance promises it with decisions and lengths, and explicit provenance
// without them.

import { effectAddressText } from "@ptc/core/internal/contracts";
import { expect, test } from "vitest";
import type { Tools } from "../../src/index.ts";
import { isFull } from "../sampled.ts";
import { FlowPrograms } from "./flow-programs.ts";
import { followed } from "./followed.ts";

type World = readonly [number, readonly number[], Readonly<Record<string, number>>];

const clean: World = [2, [3, 1, 2], { a: 1, b: 4 }];
const secrets: readonly World[] = [
  [4, [1, 2, 3], { a: 5, b: 6 }],
  [1, [7], { a: 0, c: 2 }],
  [0, [2, 2, 9, 4], { b: 3 }],
];
/** Explicit provenance doesn't follow lengths. */
const secretsOfOneLength: readonly World[] = [
  [4, [1, 2, 3], {}],
  [1, [7, 0, 5], {}],
  [0, [2, 9, 4], {}],
];

interface Sunk {
  readonly value: string;
  readonly isSecret: boolean;
}

/** Returns the arguments of `tool/sink` by call and name; undefined if the run failed. */
async function sunkBy(
  source: string,
  secret: World,
  isStrict: boolean,
): Promise<ReadonlyMap<string, Sunk> | undefined> {
  const pick =
    (world: World) =>
    ({ k }: { k: number }) =>
      world[k];
  const tools = { secret: pick(secret), clean: pick(clean), sink: () => null } as unknown as Tools;
  const run = await followed(source, { tools, isStrict, limits: { steps: 200_000 } });
  if (run === undefined) throw new Error(`wrong program: ${source}`);
  if (!run.step.ok) return undefined;
  const bit = run.origins.bitOf("tool", "secret");
  const sunk = new Map<string, Sunk>();
  for (const call of run.step.toolCalls) {
    if (call.name !== "sink") continue;
    const callId = effectAddressText(call.address);
    const labels = run.calls.get(callId);
    for (const [name, value] of Object.entries(call.args))
      sunk.set(`${callId} ${name}`, {
        value: JSON.stringify(value),
        isSecret: ((labels?.arguments.get(name)?.origins ?? bit) & bit) !== 0,
      });
  }
  return sunk;
}

test.each([
  { name: "strict", isStrict: true, hasDecisions: true, worlds: secrets },
  { name: "explicit", isStrict: false, hasDecisions: false, worlds: secretsOfOneLength },
])(
  "$name provenance labels each argument that depends on a secret",
  async ({ isStrict, hasDecisions, worlds }) => {
    const programs = new FlowPrograms(isStrict ? 11 : 12, hasDecisions);
    const found = { programs: 0, free: 0, secret: 0 };
    const wanted = isFull ? (isStrict ? 20_000 : 5_000) : 80;
    while (found.programs < wanted) {
      const source = programs.next();
      const runs: ReadonlyMap<string, Sunk>[] = [];
      for (const secret of worlds) {
        const sunk = await sunkBy(source, secret, isStrict);
        if (sunk === undefined) break;
        runs.push(sunk);
      }
      const [first, ...others] = runs;
      // The number of calls and errors may depend on secrets.
      if (first === undefined || runs.length < worlds.length) continue;
      if (others.some((other) => other.size !== first.size)) continue;
      found.programs++;
      for (const [at, { value, isSecret }] of first) {
        found[isSecret ? "secret" : "free"]++;
        for (const other of others) {
          const same = other.get(at);
          if (isSecret || same === undefined || same.isSecret) continue;
          expect(same.value, `${at} in ${source}`).toBe(value);
        }
      }
    }
    // So that the test can't pass because everything, or nothing, is labeled.
    expect(found.free).toBeGreaterThan(wanted / 4);
    expect(found.secret).toBeGreaterThan(wanted / 4);
  },
  3_600_000,
);
