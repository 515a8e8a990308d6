// The parts of the evaluator that the code generator needs at run time. They are passed to the
// generator when it is loaded (loading/lazy-generator.ts). If the generator imported them, a
// bundler would move them to a separate file, which every first run would have to load.

import { Vector } from "@ptc/core/values";
import { compareWith, equalValues } from "../builtins/numbers/comparison.ts";
import { add, multiply, numeric, subtract } from "../builtins/numbers/numbers.ts";
import { atElementOf } from "../evaluation/arguments/operand-error.ts";
import { formsOfLevel } from "../evaluation/budget/stack-room.ts";
import { call0, call1, call2, call3, callMany, fieldOf } from "../functions/callable.ts";
import { Closure } from "../functions/closure.ts";
import { Reduced, unreduced } from "../functions/reduced.ts";
import { fillable, filled } from "../sequence/fields.ts";
import { answeredAtOnce } from "./calls.ts";
import { collectionParts } from "./collections.ts";
import { functionCode } from "./definitions.ts";
import { loadedCompilers } from "./lazy-compiler.ts";
import { GlobalReader } from "./global-reader.ts";
import { never } from "./heat.ts";
import { callSiteError } from "./call-site.ts";
import { elementAt, fieldAt, restFrom } from "./reading.ts";

export const generatorKit = {
  Closure,
  GlobalReader,
  Reduced,
  Vector,
  add,
  answeredAtOnce,
  atElementOf,
  call0,
  call1,
  call2,
  call3,
  callMany,
  collectionParts,
  compareWith,
  elementAt,
  equalValues,
  fieldAt,
  fieldOf,
  formsOfLevel,
  functionCode,
  loadedCompilers,
  multiply,
  never,
  numeric,
  fillable,
  filled,
  callSiteError,
  restFrom,
  subtract,
  unreduced,
} as const;

export type GeneratorKit = typeof generatorKit;
