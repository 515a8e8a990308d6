// What the scripts of the language offer: the package, and those parts of `@ptc/core` that show its
// values, for the command line. What is needed for a first answer stands in one file, the evaluator
// included.

import {
  DataDepthError,
  HostKeyError,
  WorkLimitError,
  defineField,
  maximumDataDepth,
  maximumIntegerBits,
  spendDigits,
  toHost,
  workBudget,
} from "@ptc/core/values";
import { isTag, readSpecialNumber, tags } from "@ptc/core/encoding";
import { oneLine } from "@ptc/core/errors";
import { printBounded, visibleText } from "@ptc/core/printing";
import {
  Memory,
  ToolRunner,
  check,
  createSession,
  decodeMemory,
  unrecoverablePrefix,
  languageNames,
  limitTable,
  prepare,
  renderFail,
  run,
  wrappedTool,
} from "../../index.ts";
import "../../entry/engine.ts";

/** By the names under which modules ask for them. */
export const modules = {
  "@ptc/lisp": {
    Memory,
    ToolRunner,
    check,
    createSession,
    decodeMemory,
    unrecoverablePrefix,
    languageNames,
    limitTable,
    prepare,
    renderFail,
    run,
    wrappedTool,
  },
  "@ptc/core/values": {
    DataDepthError,
    HostKeyError,
    WorkLimitError,
    defineField,
    maximumDataDepth,
    maximumIntegerBits,
    spendDigits,
    toHost,
    workBudget,
  },
  "@ptc/core/encoding": { isTag, readSpecialNumber, tags },
  "@ptc/core/errors": { oneLine },
  "@ptc/core/printing": { printBounded, visibleText },
};
