// Sends every conformance program through one `ptc eval --batch` process and checks its contract.
// Each program has one answer, in order and of the documented shape. The exit code is 0, and
// standard output has nothing else. If Python is installed, the answers are also scored against the
// oracles, and a difference that isn't in the table of known differences fails. The material is in
// a folder beside the repository (../shared/conformance). Without it the command only prints that
// it is missing.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { problemsOfAnswers } from "./answers.ts";
import { knownDifferences } from "./known-differences.ts";
import { requestsOf } from "./requests.ts";
import { unexplained } from "./unexplained.ts";

const root = join(import.meta.dirname, "../../..");
const material = join(root, "../shared/conformance");

if (!existsSync(join(material, "programs.jsonl"))) {
  console.log("conformance: skipped: there is no ../shared/conformance beside this repository");
} else {
  const requests = requestsOf(
    readFileSync(join(material, "programs.jsonl"), "utf8"),
    readFileSync(join(material, "contexts.json"), "utf8"),
  );
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "apps/cli/bin/ptc.js"), "eval", "--batch"],
    {
      input: requests.map((request) => `${JSON.stringify(request)}\n`).join(""),
      encoding: "utf8",
      maxBuffer: 512_000_000,
      timeout: 600_000,
    },
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const problems = problemsOfAnswers(requests, stdout);
  if (status !== 0)
    problems.unshift(`exit code ${String(status)}: ${stderr.trim().slice(0, 2000)}`);
  if (problems.length === 0)
    console.log(
      `conformance: ${String(requests.length)} programs answered in one process, ${seconds} s`,
    );
  else console.log([`conformance: FAILED`, ...problems.slice(0, 20)].join("\n  "));
  process.exitCode = problems.length === 0 ? 0 : 1;

  const env = {
    ...process.env,
    PATH: [join(root, "node_modules/.bin"), process.env["PATH"] ?? ""].join(delimiter),
  };
  const score = spawnSync("python3", [join(material, "check.py"), "--show", "10000"], {
    encoding: "utf8",
    env,
    timeout: 600_000,
  });
  if (score.status === 0) {
    const differences = unexplained(score.stdout, knownDifferences);
    console.log(
      `agreement with the oracles: ${score.stdout.trim().split("\n").slice(-7).join(", ")}`,
    );
    if (differences.length > 0) console.log([`conformance: FAILED`, ...differences].join("\n  "));
    if (differences.length > 0) process.exitCode = 1;
  }
}
