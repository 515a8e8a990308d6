// How slow this machine is at the moment, compared with the one on which bounds on processor time
// were chosen: other programs share its caches and its memory, and some machines are slower.

/** Processor time of the work below where the bounds were chosen, in milliseconds. */
const usualMs = 4.5;

/** At least 1: a faster machine has the same bounds. */
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

/** What programs make a machine do: small objects, texts, look-ups. */
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
