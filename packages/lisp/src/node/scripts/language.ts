// The exports of the language's scripts, for the command line: the package, and the parts of
// `@ptc/core` that print its values. A single file contains everything for a first result,
// including the evaluator.

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
import { fromJson } from "@ptc/core/json";
import { hostJson, jsonLine, valueJson, writingBudget } from "@ptc/core/internal/json";
import {
  CheckpointError,
  LibraryError,
  Memory,
  answer,
  approve,
  check,
  checkpointOf,
  createLibraries,
  createSession,
  decodeMemory,
  deny,
  unrecoverablePrefix,
  languageNames,
  limitTable,
  prepare,
  renderFail,
  resume,
  run,
  sessionIn,
  suspend,
  toJson,
} from "../../index.ts";
import "../../entry/engine.ts";

/** The modules by their import names. */
export const modules = {
  "@ptc/lisp": {
    CheckpointError,
    LibraryError,
    Memory,
    answer,
    approve,
    check,
    checkpointOf,
    createLibraries,
    createSession,
    decodeMemory,
    deny,
    unrecoverablePrefix,
    languageNames,
    limitTable,
    prepare,
    renderFail,
    resume,
    run,
    sessionIn,
    suspend,
    toJson,
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
  "@ptc/core/json": { fromJson, toJson },
  "@ptc/core/internal/encoding": { isTag, readSpecialNumber },
  "@ptc/core/internal/errors": { oneLine },
  "@ptc/core/printing": { printBounded, visibleText },
  "@ptc/core/internal/host": { LoadError, fileProblem },
  "@ptc/core/internal/json": { hostJson, jsonLine, valueJson, writingBudget },
};
