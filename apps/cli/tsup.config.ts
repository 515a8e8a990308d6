import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { buildConfig } from "../../tsup.base.ts";

export default buildConfig("node", {
  // What `ptc --help` says where the command line itself does not run.
  afterwards: () => {
    const help = `import("./dist/index.js").then(({ main }) => main(["--help"]))`;
    writeFileSync("dist/help.txt", execFileSync(process.execPath, ["--eval", help]));
  },
});
