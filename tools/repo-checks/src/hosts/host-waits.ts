// Runs programs that wait for approvals on the host that loads this module, and resumes them from
// the checkpoints of every host. It is bundled for browsers too, so it uses no Node built-ins.

import {
  approve,
  deny,
  type Checkpoint,
  type Decision,
  type LispRunOptions,
  type LispStep,
  type ResumeOptions,
  type Tools,
} from "@ptc/lisp";
import { writtenStep } from "./host-steps.ts";

/** What a host and a pool have in common. */
export interface WaitingRunner {
  readonly run: (source: string, options: Inputs & Beginning) => Promise<LispStep>;
  readonly resume: (
    source: string,
    checkpoint: Checkpoint,
    options: Inputs & Pick<ResumeOptions, "decisions">,
  ) => Promise<LispStep>;
}

type Beginning = Pick<LispRunOptions, "runId" | "random">;
type Inputs = Pick<ResumeOptions, "tools" | "context" | "checkpointKey" | "encryptionKey">;

/** Programs that wait, with effects of each kind before and after. */
export const waitingPrograms: readonly string[] = [
  `(pmap (fn [id]
           (let [user (tool/user {:id id})]
             (try (tool/pay {:id id :token (:_token user)})
                  (catch Exception e [(ex-message e) (:data (ex-data e))]))))
         data/ids)`,
  `(def at (System/currentTimeMillis))
   (tool/note {:at at :n (rand-int 1000000)})
   (println "naïve ✓ 🙂" (tool/pay {:id 5}))
   [(pos? (System/currentTimeMillis)) (rand-int 1000000) (tool/pay {:id 6}) 0.1 12345678901234567890N]`,
];

const tools: Tools = {
  user: async ({ id }) => {
    await Promise.resolve();
    return { name: `user ${String(id)}`, _token: `t-471${String(id)}`, since: new Date(0) };
  },
  note: ({ n }) => n,
  pay: { needsApproval: true, execute: (args) => ({ paid: args }) },
};

const inputs: Inputs = {
  tools,
  context: { ids: [1, 2, 3] },
  checkpointKey: "a secret of all hosts",
  encryptionKey: "another secret of them",
};

/** Returns the JSON of the checkpoint of each program. */
export async function checkpointsOf(runner: WaitingRunner): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const source of waitingPrograms)
    texts.push(
      await runner.run(source, { ...inputs, runId: "waits", random: () => 0.42 }).then(
        (step) =>
          step.status === "waiting"
            ? JSON.stringify(step.checkpoint)
            : `it doesn't wait: ${JSON.stringify(writtenStep(step))}`,
        (error: unknown) => `thrown: ${String(error)}`,
      ),
    );
  return texts;
}

/** Returns the final step of the program of each checkpoint, in the order of the checkpoints. */
export async function resumedOf(
  checkpoints: readonly string[],
  runner: WaitingRunner,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const [index, json] of checkpoints.entries())
    texts.push(
      await resumed(waitingPrograms[index % waitingPrograms.length] ?? "", json, runner).catch(
        (error: unknown) => `thrown: ${String(error)}`,
      ),
    );
  return texts;
}

async function resumed(source: string, json: string, runner: WaitingRunner): Promise<string> {
  let checkpoint = JSON.parse(json) as Checkpoint;
  for (;;) {
    const decisions = decided(checkpoint);
    const step = await runner.resume(source, checkpoint, { ...inputs, decisions });
    if (step.status !== "waiting") return withoutTimes(JSON.stringify(writtenStep(step)));
    checkpoint = JSON.parse(JSON.stringify(step.checkpoint)) as Checkpoint;
  }
}

/** Approves, denies and edits calls by the last digit of their arguments. */
function decided({ pending }: Checkpoint): Readonly<Record<string, Decision>> {
  return Object.fromEntries(
    pending.map(({ id, arguments: args }): readonly [string, Decision] => {
      if (args["id"] === 2) return [id, deny("over budget")];
      return [id, args["id"] === 3 ? approve({ arguments: { ...args, id: 30 } }) : approve()];
    }),
  );
}

/** Hosts write checkpoints at different times. */
function withoutTimes(text: string): string {
  return text.replace(/\b1\d{12}\b/g, '"now"');
}
