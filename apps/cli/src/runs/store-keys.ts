// The keys of an encrypted store. They come from the environment, because other users of the
// machine can read the arguments of a process.

import type { StoreKey, StoreKeys } from "@ptc/core/store";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";

const variable = "PTC_STORE_KEYS";

/** Returns the keys in the environment, the current one first. @throws UsageError */
export function storeKeys({ environment }: Pick<Host, "environment">): StoreKeys | undefined {
  const { [variable]: text = "" } = environment;
  if (text === "") return undefined;
  const [current, ...previous] = text.split(",").map(keyOf);
  return current === undefined ? undefined : { current, previous };
}

function keyOf(text: string): StoreKey {
  const place = text.indexOf("=");
  if (place > 0) return { id: text.slice(0, place), key: text.slice(place + 1) };
  throw new UsageError(`${variable}: expected id=secret, or several of them with commas between`);
}
