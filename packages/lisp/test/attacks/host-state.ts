// The parts of the host that an escape would change: everything that objects inherit. Snapshots
// before and after must be equal.

/** Prototypes and constructors whose fields are shared by the entire process. */
const shared: readonly (readonly [name: string, object: object])[] = [
  ["Object", Object],
  ["Object.prototype", Object.prototype],
  ["Array", Array],
  ["Array.prototype", Array.prototype],
  ["Function.prototype", Function.prototype],
  ["String.prototype", String.prototype],
  ["Number.prototype", Number.prototype],
  ["Boolean.prototype", Boolean.prototype],
  ["Symbol.prototype", Symbol.prototype],
  ["Map.prototype", Map.prototype],
  ["Set.prototype", Set.prototype],
  ["Date.prototype", Date.prototype],
  ["RegExp.prototype", RegExp.prototype],
  ["Promise", Promise],
  ["Promise.prototype", Promise.prototype],
  ["Error.prototype", Error.prototype],
  ["JSON", JSON],
  ["Reflect", Reflect],
  ["globalThis", globalThis],
];

/** Returns every own field of those objects, by the text of its key, with the kind of its value. */
export function hostState(): Record<string, string> {
  const state: Record<string, string> = {};
  for (const [name, object] of shared) {
    for (const key of Reflect.ownKeys(object)) {
      const property = Object.getOwnPropertyDescriptor(object, key);
      // Node creates some globals on first read, which isn't a change by a program.
      if (name === "globalThis" && (property?.get !== undefined || typeof key === "symbol"))
        continue;
      state[`${name} ${String(key)}`] =
        property === undefined
          ? "gone"
          : `${typeof property.value}${property.writable === true ? " writable" : ""}`;
    }
    state[`${name} prototype`] = String(Object.getPrototypeOf(object) === null);
  }
  return state;
}
