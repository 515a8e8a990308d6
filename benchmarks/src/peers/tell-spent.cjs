// Tells the processor time of a process at its end, in microseconds, on its fourth descriptor.
"use strict";

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  process.getBuiltinModule("node:fs").writeSync(3, String(user + system));
});
