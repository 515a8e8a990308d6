// Measures how slow this machine currently is, relative to the one on which limits for CPU time
// were chosen. Other programs share its caches and memory, and some machines are slower.

/** The CPU time of the work below on the reference machine, in milliseconds. */
const usualMs = 4.5;

/** Returns at least 1, because faster machines have the same limits. */
export function slowness(): number {
  const times = Array.from({ length: 8 }, measured);
  return Math.max(1, Math.min(...times) / usualMs);
}

function measured(): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Does the typical work of programs: small objects, texts, lookups. */
function work(): number {
  const byName = new Map<string, { readonly place: number; readonly texts: string[] }>();
  for (let place = 0; place < 20_000; place++) {
    const name = `n${String(place % 5_000)}`;
    const known = byName.get(name);
    byName.set(name, { place, texts: [...(known?.texts ?? []), name] });
  }
  let length = 0;
  for (const { place, texts } of byName.values()) length += place + texts.join().length;
  return length;
}
