// Reads functions and other values that aren't data, without the language that creates them. They
// can be checked and printed, but not called.

import { isObject } from "../internal/host/index.ts";
import { FunctionValue, OpaqueValue, type Value } from "../values/index.ts";
import type { FunctionDecoder } from "./decode.ts";

/** A function in a journal. Checks and plain reading don't need to call it. */
class UnreadFunction extends FunctionValue {
  readonly name: string | undefined;

  constructor(name: unknown) {
    super();
    this.name = typeof name === "string" ? name : undefined;
  }
}

/** A value of the language that has data, such as an exception. */
class UnreadData extends OpaqueValue {
  readonly typeName = "value";
  private readonly data: Value;

  constructor(data: Value) {
    super();
    this.data = data;
  }

  override get asData(): Value {
    return this.data;
  }
}

/** Reads functions and exceptions as values that can't be called. */
export const unreadFunctions: FunctionDecoder = {
  decodeFunction(json) {
    if (!isObject(json)) return undefined;
    const { source, builtin, maker, var: variable, name } = json;
    const kinds = [source, builtin, maker, variable];
    return kinds.some((kind) => typeof kind === "string")
      ? new UnreadFunction(name ?? builtin ?? variable)
      : undefined;
  },
  decodeOpaque(json, decode) {
    if (!isObject(json)) return undefined;
    const { reduced, exception, function: name } = json;
    if (reduced !== undefined) return new UnreadData(decode(reduced));
    if (name === null || typeof name === "string") return new UnreadFunction(name);
    if (!isObject(exception)) return undefined;
    const { message = null, data = null } = exception;
    return new UnreadData(
      decode({ ":message": message, ...(data === null ? {} : { ":data": data }) }),
    );
  },
  orderBy: (comparator) => ({ comparator, compare: () => NaN }),
};
