// Cases of firewalled values and encryption.

import { approve, defineAgent, tool } from "@ptc/subagent";
import { expect } from "vitest";
import { waitingCall, withStatus } from "./case-helpers.ts";
import { agentOf } from "./pay-agents.ts";
import type { RunsCase, SuiteOptions } from "./runs-under-test.ts";

const secret = "kQ7canary-4711";
const context = { user: { name: "Ada Lovelace", _token: secret } };

const agent = defineAgent({
  prompt: "Pay.",
  signature: "(user {name :string, _token :string}) -> {paid :string, _receipt :string}",
  llm: () =>
    Promise.resolve(
      "(def seen (:_token data/user)) (println (str seen)) (return (tool/pay {:token (:_token data/user)}))",
    ),
  tools: {
    pay: tool({
      signature: "(token :string) -> {paid :string, _receipt :string}",
      needsApproval: true,
      execute: ({ token }) => ({ paid: "yes", _receipt: `receipt of ${token}` }),
    }),
  },
});

function key(id: string) {
  return { id, key: `a secret of this server ${id}` };
}

export const secretCases: readonly RunsCase[] = [
  {
    title: "a run isn't started if firewalled values would be stored in clear",
    run: async ({ open, stored }) => {
      const runs = await open({ agents: { agent, loaded: () => ({ agent }) } });
      for (const name of ["agent", "loaded"])
        await expect(runs.start(name, { context })).rejects.toMatchObject({
          problem: "firewalled",
          message: expect.stringContaining("`encryption`") as string,
        });
      const copied = { ...context, note: `the token is ${secret}` };
      await expect(runs.start("agent", { context: copied })).rejects.toThrow(
        "a field of the context contains the value of a firewalled field",
      );
      expect(await stored()).not.toContain("canary");
    },
  },
  {
    title: "a run gets firewalled values from the application, which are never stored",
    run: async ({ open, stored }) => {
      const agents: NonNullable<SuiteOptions["agents"]> = {
        agent: () => ({
          agent,
          context: (given) => ({ user: { ...(given["user"] as object), _token: secret } }),
        }),
      };
      const runs = await open({ agents });
      const { id } = await runs.start("agent", { context });
      const call = await waitingCall(runs, id);
      expect(call.arguments).toEqual({ token: "<Firewalled>" });
      const decision = approve({ arguments: { token: "x", _token: secret } });
      await expect(runs.decide(id, { [call.id]: decision })).rejects.toMatchObject({
        problem: "firewalled",
      });
      await runs.decide(id, { [call.id]: approve() });
      const info = await withStatus(runs, id, "done");
      expect(info.step).toMatchObject({ return: { paid: "yes", _receipt: "<Firewalled>" } });
      expect(await stored()).toContain("Lovelace");
      expect(await stored()).not.toContain("canary");
    },
  },
  {
    title: "a run is stored encrypted, also after the keys have changed",
    run: async ({ open, stored }) => {
      const first = { current: key("1") };
      const agents = { agent };
      const runs = await open({ agents, encryption: first });
      const { id } = await runs.start("agent", { context, tags: ["eu"] });
      const call = await waitingCall(runs, id);
      await runs.close();
      const second = { current: key("2"), previous: [first.current] };
      const others = await open({ agents, encryption: second });
      await others.decide(id, { [call.id]: approve() });
      const info = await withStatus(others, id, "done");
      expect(info.step).toMatchObject({
        return: { paid: "yes", _receipt: `receipt of ${secret}` },
      });
      expect((await others.list({ tag: "eu", status: "done" })).runs).toHaveLength(1);
      for (const text of ["canary", "Lovelace"]) expect(await stored()).not.toContain(text);
      const wrong = await open({ worker: false, agents, encryption: { current: key("3") } });
      await expect(wrong.get(id)).rejects.toMatchObject({ problem: "key" });
    },
  },
  {
    title: "a run finds firewalled values of results again after a pause, with `encryption`",
    run: async ({ open, stored }) => {
      const program = "(let [user (tool/user {})] (return (tool/pay {:token (:_token user)})))";
      const asked = agentOf(program, {
        user: () => ({ _token: secret }),
        pay: tool({
          needsApproval: true,
          execute: (given) => (given as { readonly token?: unknown }).token === secret,
        }),
      });
      const runs = await open({ agents: { asked }, encryption: { current: key("1") } });
      const { id } = await runs.start("asked");
      const call = await waitingCall(runs, id);
      await runs.decide(id, { [call.id]: approve() });
      expect((await withStatus(runs, id, "done")).step).toMatchObject({ return: true });
      await runs.close();
      const clear = await open({ agents: { asked } });
      const other = await clear.start("asked");
      const hidden = await waitingCall(clear, other.id);
      await clear.decide(other.id, { [hidden.id]: approve() });
      const info = await withStatus(clear, other.id, "failed");
      expect(info.failure).toMatchObject({ problem: "hidden" });
      expect(await stored()).not.toContain("canary");
    },
  },
];
