// Runs a command with a PostgreSQL server of its own:
//
//   node packages/conformance/src/postgres/main.ts [--port 55440] COMMAND...
//
// PTC_POSTGRES is the address of the server, and PTC_POSTGRES_STOP and PTC_POSTGRES_START are
// commands that stop it as in a crash, and start it. Installs it on Debian as root. On other
// machines without PostgreSQL, reports that it skipped the command.

import { parseArgs } from "node:util";
import { postgresPrograms, startPostgres, withPostgres } from "./server.ts";

const separator = process.argv.findIndex(
  (argument, index) => index > 1 && !argument.startsWith("--") && !isValue(index),
);
const { values } = parseArgs({
  args: process.argv.slice(2, separator),
  options: { port: { type: "string", default: "55440" } },
});
const command = process.argv.slice(separator);

const programs = postgresPrograms();
if (programs === undefined)
  console.log(
    "skipped: PostgreSQL isn't installed, and installing it needs root on Debian: install it, or set PTC_POSTGRES and run the command yourself",
  );
else {
  const server = startPostgres(programs, Number(values.port));
  try {
    process.exitCode = await withPostgres(server, command);
  } finally {
    server.remove();
  }
}

function isValue(index: number): boolean {
  return process.argv[index - 1] === "--port";
}
