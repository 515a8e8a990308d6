// What a schema complains of, as lines for a message. Names in them come from data, and one value
// may be wrong in a million places.

import type { StandardIssue } from "../contracts/index.ts";
import { issueText } from "../contracts/internal.ts";
import { oneLine } from "./one-line.ts";

/** A signature lists twenty places, and says in one more how many others there are. */
const listedIssues = 21;
const longestIssue = 1_000;

/** The first issues, each on one line and shortened, and a last line that counts the others. */
export function issueTexts(issues: readonly StandardIssue[]): string[] {
  const listed = issues
    .slice(0, listedIssues)
    .map((issue) => oneLine(issueText(issue), longestIssue));
  const omitted = issues.length - listed.length;
  return omitted > 0 ? [...listed, `and ${String(omitted)} more`] : listed;
}
