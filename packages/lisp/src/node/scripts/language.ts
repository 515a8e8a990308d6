// What the scripts of the language offer: the package, and those parts of `@ptc/core` that show its
// values, for the command line. What is needed for a first answer stands in one file, the evaluator
// included.

import {
  DataDepthError,
  HostKeyError,
  WorkLimitError,
  maximumDataDepth,
  toHost,
  workBudget,
} from "@ptc/core/values";
import { defineField, maximumIntegerBits, spendDigits } from "@ptc/core/internal/values";
import { tags } from "@ptc/core/encoding";
import { isTag, readSpecialNumber } from "@ptc/core/internal/encoding";
import { oneLine } from "@ptc/core/internal/errors";
import { printBounded, visibleText } from "@ptc/core/printing";
import { LoadError, fileProblem } from "@ptc/core/internal/host";
import { hostJson, jsonLine, valueJson, writingBudget } from "@ptc/core/internal/json";
import {
  Memory,
  check,
  createSession,
  decodeMemory,
  unrecoverablePrefix,
  languageNames,
  limitTable,
  prepare,
  renderFail,
  run,
} from "../../index.ts";
import "../../entry/engine.ts";

/** By the names under which modules ask for them. */
export const modules = {
  "@ptc/lisp": {
    Memory,
    check,
    createSession,
    decodeMemory,
    unrecoverablePrefix,
    languageNames,
    limitTable,
    prepare,
    renderFail,
    run,
  },
  "@ptc/core/values": {
    DataDepthError,
    HostKeyError,
    WorkLimitError,
    maximumDataDepth,
    toHost,
    workBudget,
  },
  "@ptc/core/internal/values": { defineField, maximumIntegerBits, spendDigits },
  "@ptc/core/encoding": { tags },
  "@ptc/core/internal/encoding": { isTag, readSpecialNumber },
  "@ptc/core/internal/errors": { oneLine },
  "@ptc/core/printing": { printBounded, visibleText },
  "@ptc/core/internal/host": { LoadError, fileProblem },
  "@ptc/core/internal/json": { hostJson, jsonLine, valueJson, writingBudget },
};
