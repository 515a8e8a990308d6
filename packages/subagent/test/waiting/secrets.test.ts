// Firewalled values in missions that wait: in results, arguments, answers of the model, journals
// and ids. They never appear in clear in what a person or a store sees.

import { describe, expect, test } from "vitest";
import {
  ToolFailure,
  approve,
  suspend,
  tool,
  type CheckpointError,
  type MissionStep,
  type StandardSchema,
} from "../../src/index.ts";
import { approvals, missionOf, parsed, returned, waiting, type Scene } from "./waiting-mission.ts";

const encryptionKey = "another key of this application";
const secret = "tok-4711-canary";

function desk() {
  const made: unknown[] = [];
  const tools = {
    who: tool({
      description: "Returns the user.",
      execute: async () => {
        made.push("who");
        await Promise.resolve();
        return { name: "Ada", _token: secret };
      },
    }),
    fails: tool({
      description: "Fails.",
      execute: () => {
        throw new ToolFailure(`401 for ${secret}`, {});
      },
    }),
    note: tool({ description: "Notes.", execute: () => ({ ok: true }) }),
    job: tool({
      description: "Starts a job.",
      suspends: true,
      execute: () => {
        throw suspend({ reason: `job of ${secret}`, data: { for: secret, _key: 1 } });
      },
    }),
    pay: tool({
      description: "Pays.",
      needsApproval: true,
      execute: (args) => {
        made.push(args);
        return { paid: true };
      },
    }),
  };
  return { made, tools };
}

const read = "(def t (:_token (tool/who {})))";

/** Everything of a waiting step that leaves the process. */
function seen(step: MissionStep): string {
  if (step.status !== "waiting") throw new Error(step.ok ? "it ended" : step.fail.message);
  return JSON.stringify([step.pending, step.checkpoint, step.fail]);
}

const cases: Readonly<Record<string, readonly string[]>> = {
  "an argument": [read, "(return (tool/pay {:auth t}))"],
  "text in an argument": [read, '(return (tool/pay {:auth (str "Bearer " t "!")}))'],
  "a nested argument": [read, "(return (tool/pay {:m [{:to {:auth t}}]}))"],
  "the name of an argument": [read, "(return (tool/pay {:m {t 1}}))"],
  "an argument of a made call": [read, "(do (tool/note {:auth t}) (return (tool/pay {})))"],
  "an error of a tool": [
    read,
    "(do (try (tool/fails {}) (catch Exception e 1)) (return (tool/pay {})))",
  ],
  "an answer of the model": [read, `(do (def x "${secret}") (return (tool/pay {})))`],
  "a stored task": [read, '(do (task "t_1" (str "x" t)) (return (tool/pay {})))'],
  "a suspension": [read, "(return (tool/job {:auth t}))"],
  "the same turn": ["(return (tool/pay {:auth (:_token (tool/who {}))}))"],
};

const sceneOf = (programs: readonly string[], tools: Scene["tools"]): Scene => ({
  script: { Do: [...programs, "(return 1)"] },
  tools,
  options: { journal: {} },
});

describe("a firewalled value", () => {
  test.each(Object.entries(cases))("isn't seen in clear in %s", async (_what, programs) => {
    const { made, tools } = desk();
    const mission = missionOf(sceneOf(programs, tools));
    const step = await mission.run();
    expect(seen(step)).not.toContain("canary");
    made.length = 0;
    // Without a key the values are lost, so the run can't continue.
    const { checkpoint } = waiting(step);
    const error: unknown = await mission
      .resume(checkpoint, approvals(waiting(step)))
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "CheckpointError", problem: "hidden" });
    expect((error as CheckpointError).message).toMatch(
      /^firewalled values are missing in tool\/who at /,
    );
    expect((error as CheckpointError).message).not.toContain("canary");
    expect(made).toEqual([]);
  });

  test.each(Object.entries(cases))(
    "is encrypted with a key, also in %s",
    async (what, programs) => {
      const { made, tools } = desk();
      const mission = missionOf(sceneOf(programs, tools));
      const options = { journal: {}, encryptionKey };
      const step = waiting(await mission.run({ options }));
      expect(seen(step)).not.toContain("canary");
      for (const other of [{}, { encryptionKey: "some other key of 16 bytes" }]) {
        const error: unknown = await mission
          .resume(step.checkpoint, approvals(step), { options: { ...other } })
          .catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ problem: "hidden" });
      }
      expect(made).toEqual(["who"]);
      const later = await mission.resume(step.checkpoint, {}, { options });
      expect(seen(later)).not.toContain("canary");
      expect(waiting(later).pending).toEqual(step.pending);
      const end = await mission.resume(waiting(later).checkpoint, approvals(step), { options });
      if (what === "a suspension") expect(seen(end)).not.toContain("canary");
      else {
        expect(returned(end)).toEqual({ paid: true });
        expect(made).toHaveLength(2);
        if (step.pending.some(({ arguments: args }) => JSON.stringify(args).includes("Firewalled")))
          expect(JSON.stringify(made[1])).toContain(secret);
      }
    },
  );

  test("of the context needs no key: the caller passes it again", async () => {
    const { made, tools } = desk();
    const mission = missionOf({
      script: { Do: ["(return (tool/pay {:auth (:_key data/user)}))"] },
      tools,
      context: { user: { name: "Ada", _key: secret } },
    });
    const step = waiting(await mission.run());
    expect(seen(step)).not.toContain("canary");
    expect(step.pending[0]?.arguments).toEqual({ auth: "<Firewalled>" });
    await mission.resume(step.checkpoint, approvals(step));
    expect(made).toEqual([{ auth: secret }]);
    // An approval of the shown call doesn't cover another hidden value.
    const other = { user: { name: "Ada", _key: "tok-4712-canary" } };
    await expect(
      mission.resume(step.checkpoint, approvals(step), { context: other }),
    ).rejects.toMatchObject({ problem: "changed" });
    expect(made).toHaveLength(1);
  });

  test.each([
    "(return (tool/pay {:_auth (:_key data/user)}))",
    "(let [key (:_key data/user)] (return (tool/pay {:_auth key})))",
    "(return (tool/pay {:id 1, :_auth (get-in data/user [:_key])}))",
  ])("of the context may be in a firewalled argument: %s", async (program) => {
    const { made, tools } = desk();
    const context = { user: { name: "Ada", _key: secret } };
    const mission = missionOf({ script: { Do: [program] }, tools, context });
    const step = waiting(await mission.run());
    expect(seen(step)).not.toContain("canary");
    expect(seen(step)).toContain(JSON.stringify(program).slice(1, -1));
    await mission.resume(step.checkpoint, approvals(step));
    expect(made).toEqual([expect.objectContaining({ _auth: secret })]);
  });

  test("in a kept context or in a given journal is hidden too", async () => {
    const { tools } = desk();
    const scene: Scene = {
      script: { Do: ['(return (tool/pay {:auth (:_key data/user) :j (task "old" 1)}))'] },
      tools,
      context: { user: { _key: secret } },
      options: { keepContext: true, journal: { old: { _pin: "pin-canary" } } },
    };
    expect(seen(await missionOf(scene).run())).not.toContain("canary");
    const mission = missionOf(scene);
    const options = { ...scene.options, encryptionKey };
    const step = waiting(await mission.run({ options }));
    expect(seen(step)).not.toContain("canary");
  });

  test("in the id of a task keeps the run from waiting", async () => {
    const { made, tools } = desk();
    const mission = missionOf(sceneOf([read, "(return (task (str t) (tool/pay {})))"], tools));
    const step = await mission.run({ options: { journal: {}, encryptionKey } });
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "checkpoint_failed",
        message: expect.stringContaining("the id of a task contains a firewalled value") as unknown,
      },
    });
    expect(JSON.stringify(step.fail)).not.toContain("canary");
    expect(made).toEqual(["who"]);
  });

  test("that was edited by its marker keeps the real value", async () => {
    const { made, tools } = desk();
    const mission = missionOf(sceneOf([read, "(return (tool/pay {:n 1 :auth t}))"], tools));
    const options = { journal: {}, encryptionKey };
    const step = waiting(await mission.run({ options }));
    const [call] = step.pending;
    const edited = { ...call?.arguments, n: 2 };
    await mission.resume(
      parsed(JSON.stringify(step.checkpoint)),
      { [call?.id ?? ""]: { type: "approve", arguments: edited } },
      { options },
    );
    expect(made).toEqual(["who", { n: 2, auth: secret }]);
  });
});

test("firewalled values stay hidden in errors about decisions if a schema quotes them", async () => {
  const inputSchema: StandardSchema<{ readonly n?: number }> = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value) =>
        (value as { readonly n?: number }).n === 1
          ? { value: value as { readonly n: number } }
          : { issues: [{ message: `got ${JSON.stringify(value)}` }] },
    },
  };
  const { tools } = desk();
  const pay = tool({
    description: "Pays.",
    inputSchema,
    needsApproval: true,
    execute: () => ({ paid: true }),
  });
  const mission = missionOf({
    script: { Do: [read, "(return (tool/pay {:auth t :n 1}))"] },
    tools: { ...tools, pay },
  });
  const step = waiting(await mission.run({ options: { encryptionKey } }));
  const [call] = step.pending;
  const edit = approve({ arguments: { ...call?.arguments, n: 2 } });
  const edited = mission.resume(
    step.checkpoint,
    { [call?.id ?? ""]: edit },
    {
      options: { encryptionKey },
    },
  );
  await expect(edited).rejects.toThrow('got {"auth":"<Firewalled>","n":2}');
});
