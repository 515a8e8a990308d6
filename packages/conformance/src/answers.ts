// Checks that the output of a batch follows its contract: one JSON object per request, in order, of
// the documented shape.
import type { BatchRequest } from "./requests.ts";

/** Returns one line per violation, which names the program. */
export function problemsOfAnswers(requests: readonly BatchRequest[], output: string): string[] {
  const lines = output.split("\n").filter((line) => line !== "");
  const problems = requests.flatMap(({ id }, index) => {
    const line = lines[index];
    return line === undefined ? [`${id}: no answer`] : problemsOfAnswer(id, line);
  });
  if (lines.length > requests.length)
    problems.push(`${String(lines.length - requests.length)} lines more than requests`);
  return problems;
}

function problemsOfAnswer(id: string, line: string): string[] {
  let answer: unknown;
  try {
    answer = JSON.parse(line);
  } catch {
    return [`${id}: answered by something that is not JSON: ${line.slice(0, 200)}`];
  }
  if (typeof answer !== "object" || answer === null)
    return [`${id}: answered by ${line.slice(0, 200)}`];
  const fields = new Map<string, unknown>(Object.entries(answer));
  if (fields.get("id") !== id)
    return [`${id}: answered by the answer to ${String(fields.get("id"))}`];
  const isOk = fields.get("ok");
  if (isOk === true)
    return typeof fields.get("text") === "string" ? [] : [`${id}: ok without a text`];
  if (isOk !== false) return [`${id}: "ok" is neither true nor false`];
  const fail = fields.get("fail");
  const failFields = new Map<string, unknown>(
    typeof fail === "object" && fail !== null ? Object.entries(fail) : [],
  );
  const isNamed =
    typeof failFields.get("reason") === "string" && typeof failFields.get("message") === "string";
  return isNamed ? [] : [`${id}: failed without a reason and a message`];
}
