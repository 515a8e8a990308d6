// Formats the issues of a schema as lines of a message. Names in issues come from data, and one
// value can have a million issues, so the texts are bounded.

import type { StandardIssue } from "../contracts/index.ts";
import { oneLine } from "./one-line.ts";

/** A signature lists twenty issues and one line with the number of others. */
const listedIssues = 21;
const longestIssue = 1_000;

/**
 * Returns the first issues, each shortened to one line, and a last line with the number of others.
 */
export function issueTexts(issues: readonly StandardIssue[]): string[] {
  const listed = issues
    .slice(0, listedIssues)
    .map((issue) => oneLine(issueText(issue), longestIssue));
  const omitted = issues.length - listed.length;
  return omitted > 0 ? [...listed, `and ${String(omitted)} more`] : listed;
}

/** Returns `items[0].name: message`, or only the message if the issue concerns the whole value. */
export function issueText(issue: StandardIssue): string {
  const path = (issue.path ?? []).map((segment) =>
    typeof segment === "object" ? segment.key : segment,
  );
  const text = path.reduce<string>(
    (before, key) =>
      before +
      (typeof key === "number" ? `[${String(key)}]` : `${before === "" ? "" : "."}${String(key)}`),
    "",
  );
  return text === "" || issue.message.startsWith(text)
    ? issue.message
    : `${text}: ${issue.message}`;
}
