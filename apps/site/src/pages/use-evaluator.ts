// One worker for a page, and the mistakes and effects of the current program.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { PlaygroundState } from "../state/playground-state.ts";
import { Evaluator } from "../worker/evaluator.ts";
import type { CheckReply } from "../worker/messages.ts";

const pauseMs = 350;
const nothingFound: CheckReply = { kind: "check", mistakes: [], effects: [], problems: [] };

export function useEvaluator(): Evaluator {
  return useMemo(() => new Evaluator(), []);
}

/** Checks the program after each pause in typing. */
export function useCheck(evaluator: Evaluator, state: PlaygroundState): CheckReply {
  const [found, setFound] = useState<CheckReply>(nothingFound);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      void evaluator.send({ kind: "check", state }).then((reply) => {
        if (!isCurrent) return;
        if (reply.kind === "check") setFound(reply);
        else if (reply.kind === "failed") setFound({ ...nothingFound, problems: [reply.message] });
      });
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [evaluator, state]);
  return found;
}
