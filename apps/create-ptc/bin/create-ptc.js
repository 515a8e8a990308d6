#!/usr/bin/env node
// The executable `create-ptc`, which `npm create ptc` starts.

import { createInterface } from "node:readline/promises";
import { main } from "create-ptc";

const { stdin, stdout } = process;
const isTerminal = stdin.isTTY && stdout.isTTY;

/** @param {string} question @returns {Promise<string>} */
async function ask(question) {
  const terminal = createInterface({ input: stdin, output: stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

process.exitCode = await main(process.argv.slice(2), {
  folder: process.cwd(),
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  ...(isTerminal ? { ask } : {}),
});
