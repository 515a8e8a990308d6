// A value of memory from a pool process: the bytes of its JSON. They are read when the caller uses
// the value or runs a program in this process. A run in the pool passes the bytes on.

import type { FunctionDecoder } from "@ptc/core/decoding";
import type { Value } from "@ptc/core/values";
import type { Json } from "@ptc/core/encoding";
import { UnreadValue } from "../../persistence/unread-value.ts";
import { readJson } from "./read-json.ts";
import { readValue } from "./read-value.ts";
import { readingBudget } from "./reading-budget.ts";
import { atOnce } from "./turns.ts";

export class UnreadText extends UnreadValue {
  readonly bytes: Buffer;
  private readonly functions: FunctionDecoder;

  constructor(bytes: Buffer, functions: FunctionDecoder) {
    super();
    this.bytes = bytes;
    this.functions = functions;
  }

  protected override read(): Value {
    return atOnce((slice) => readValue(this.bytes, this.functions, readingBudget(), slice));
  }

  override toJSON(): Json {
    return atOnce((slice) => readJson(this.bytes, readingBudget(), slice));
  }
}
