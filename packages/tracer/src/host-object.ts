// Inspects host objects for masking and writing: their kind and their own fields, without running
// their code.

import { markers } from "./markers.ts";

export type HostObject =
  | { readonly kind: "array"; readonly array: readonly unknown[] }
  | { readonly kind: "map"; readonly map: ReadonlyMap<unknown, unknown> }
  | { readonly kind: "set"; readonly set: ReadonlySet<unknown> }
  | { readonly kind: "date"; readonly date: Date }
  | { readonly kind: "bytes"; readonly byteLength: number }
  /**
   * The fields of an error include its name and message; other objects have their own enumerable
   * fields.
   */
  | { readonly kind: "fields"; readonly fields: readonly (readonly [string, unknown])[] };

/**
 * Returns the kind and the fields of an object. Throws only for proxies; callers then write
 * `markers.unreadable`.
 */
export function inspectHostObject(object: object): HostObject {
  if (Array.isArray(object)) return { kind: "array", array: object };
  if (object instanceof Map) return { kind: "map", map: object };
  if (object instanceof Set) return { kind: "set", set: object };
  if (object instanceof Date) return { kind: "date", date: object };
  if (object instanceof ArrayBuffer || ArrayBuffer.isView(object))
    return { kind: "bytes", byteLength: object.byteLength };
  const fields = ownFields(object);
  return {
    kind: "fields",
    fields: object instanceof Error ? [...errorFields(object), ...fields] : fields,
  };
}

/** Sets a field of a plain object. `__proto__` is an ordinary name here. */
export function defineField(object: object, name: string, value: unknown): void {
  // Defining a property is several times slower than assignment, and only this name needs it.
  if (name === "__proto__")
    Object.defineProperty(object, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else (object as Record<string, unknown>)[name] = value;
}

function ownFields(object: object): readonly (readonly [string, unknown])[] {
  return Object.keys(object).map((name) => [name, dataField(object, name)] as const);
}

function errorFields(error: Error): readonly (readonly [string, unknown])[] {
  return (["name", "message"] as const)
    .filter((name) => !Object.prototype.propertyIsEnumerable.call(error, name))
    .map((name) => [name, errorField(error, name)] as const);
}

/**
 * Returns the name or message of an error. The name is usually a property of its class, the
 * message one of the error itself.
 */
function errorField(error: Error, name: "name" | "message"): unknown {
  for (
    let holder: object | null = error;
    holder !== null;
    holder = Object.getPrototypeOf(holder) as object | null
  ) {
    if (Object.hasOwn(holder, name)) return dataField(holder, name);
  }
  return "";
}

function dataField(object: object, name: string): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(object, name);
  return descriptor !== undefined && "value" in descriptor
    ? (descriptor.value as unknown)
    : markers.accessor;
}
