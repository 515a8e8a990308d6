// Judges one case of any family: its findings, its exceptions, and its costs.

import { families } from "./families.ts";
import type { Case } from "./family.ts";
import type { Ground } from "./ground.ts";
import { bounds, measured, unexpected, type Bounds } from "./measured.ts";

export async function judgeCase(
  [name, payload]: Case,
  ground: Ground,
  most: Bounds = bounds,
): Promise<string | undefined> {
  const family = families.find((each) => each.name === name);
  if (family === undefined) throw new Error(`there is no family ${JSON.stringify(name)}`);
  return await measured(async () => {
    try {
      return await family.judge(payload, ground);
    } catch (error) {
      return unexpected(error, []);
    }
  }, most);
}
