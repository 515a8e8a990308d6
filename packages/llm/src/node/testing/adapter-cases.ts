// Lists the test cases for every adapter.

import type { AdapterCase, AdapterUnderTest } from "./adapter-under-test.ts";
import type { Cases } from "./bench.ts";
import { abortWithinCases } from "./cases/aborts-within.ts";
import { abortCases } from "./cases/aborts.ts";
import { answerCases } from "./cases/answers.ts";
import { byteBoundCases } from "./cases/byte-bounds.ts";
import { failureCases } from "./cases/failures.ts";
import { requestFileCases } from "./cases/request-files.ts";
import { requestHeaderCases } from "./cases/request-headers.ts";
import { timeBoundCases } from "./cases/time-bounds.ts";
import { requestCases } from "./cases/requests.ts";

const groups: Readonly<Record<string, Cases>> = {
  answers: answerCases,
  requests: { ...requestCases, ...requestFileCases, ...requestHeaderCases },
  failures: failureCases,
  bounds: { ...byteBoundCases, ...timeBoundCases },
  aborts: { ...abortCases, ...abortWithinCases },
};

/**
 * Returns the cases for an adapter, for any test runner.
 * @throws TypeError if `skips` names a case that doesn't exist
 */
export function adapterCases(adapter: AdapterUnderTest): readonly AdapterCase[] {
  const skips = new Map(Object.entries(adapter.skips ?? {}));
  const cases = Object.entries(groups).flatMap(([group, bodies]) =>
    Object.entries(bodies).map(([title, body]): AdapterCase => {
      const name = `${group}: ${title}`;
      const skip = skips.get(name);
      return { name, ...(skip === undefined ? {} : { skip }), run: () => body(adapter) };
    }),
  );
  const unknown = [...skips.keys()].filter((name) => cases.every((known) => known.name !== name));
  if (unknown.length > 0)
    throw new TypeError(`skips: there is no case ${unknown.map((name) => `"${name}"`).join(", ")}`);
  return cases;
}
