#!/usr/bin/env node
// The executable `ptc-mcp`: passes its arguments on, and exits with the exit code.

import { main } from "@ptc/mcp-server";

// A module of tools may have left timers running. All output is written by now.
process.exit(await main(process.argv.slice(2)));
