// Runs the recorded mission on its original month and on others. The programs in the recording
// compute the answer from the data.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRecordedModel, parseRecording } from "@ptc/llm";
import { run, type MissionStep } from "@ptc/subagent";
import { bankMonth, type BankMonth, type Payment } from "../src/bank-month.ts";
import { paymentMatching } from "../src/matching.ts";

async function match(month: BankMonth): Promise<MissionStep> {
  const parsed = parseRecording(
    readFileSync(join(import.meta.dirname, "../recording.json"), "utf8"),
  );
  if (!parsed.ok) throw new Error(parsed.message);
  const { agent, context } = paymentMatching(month);
  return run(agent, {
    llm: createRecordedModel(parsed.recording),
    collectMessages: true,
    context: (await context?.()) ?? {},
  });
}

describe("the recorded matching", () => {
  test.each([1, 2, 3])(
    "the matching agrees with a plain computation on the month of seed %i",
    async (seed) => {
      const month = bankMonth(seed);
      const step = await match(month);
      expect(step.ok ? step.return : step.fail).toEqual(plainMatching(month));
    },
  );

  test("the matching includes a failed program, its repair, and a tool that fails for some calls", async () => {
    const step = await match(bankMonth(1));
    expect(step.turns.map(({ ok }) => ok)).toEqual([false, true, true]);
    expect(step.turns[0]?.fail).toMatchObject({
      reason: "tool_error",
      message: expect.stringContaining("page: the first is 1, got 0") as string,
    });
    expect(
      step.turns[1]?.toolCalls.filter(({ error }) => error !== undefined).length,
    ).toBeGreaterThan(2);
  });

  test("the matching shows the model no account number, and its answer contains them", async () => {
    const month = bankMonth(1);
    const step = await match(month);
    const accounts = [...month.customers, ...month.payments].map(({ _iban }) => _iban);
    expect(
      accounts.filter((account) => step.messages?.some(({ content }) => content.includes(account))),
    ).toEqual([]);
    // The model sees the type of the answer, which names the field.
    expect(step.messages?.some(({ content }) => content.includes("_iban :string"))).toBe(true);
    expect(
      step.ok && accounts.filter((account) => JSON.stringify(step.return).includes(account)).length,
    ).toBeGreaterThan(5);
  });
});

interface Matched {
  readonly others: readonly Payment[];
  readonly matched: readonly Payment[];
}

/** Computes the same matching in plain TypeScript. */
function plainMatching({ customers, invoices, payments }: BankMonth): unknown {
  const known = new Set(invoices.map(({ customerId }) => customerId));
  const paid = new Set<string>();
  const take = (
    rows: readonly Payment[],
    invoiceOf: (payment: Payment) => string | undefined,
  ): Matched => {
    const matched = rows.filter((payment) => {
      const number = invoiceOf(payment);
      if (number === undefined || paid.has(number)) return false;
      paid.add(number);
      return true;
    });
    return { matched, others: rows.filter((payment) => !matched.includes(payment)) };
  };
  const byReference = take(payments, ({ reference, amount }) => {
    const [year, count] = (reference ?? "").match(/\d+/g) ?? [];
    return invoices.find(
      ({ number, total }) =>
        number === `INV-${year ?? ""}-${(count ?? "").padStart(4, "0")}` && total === amount,
    )?.number;
  });
  const byAccount = take(byReference.others, ({ amount, _iban }) => {
    const customer = customers.find(
      (candidate) => candidate._iban === _iban && !candidate.isArchived,
    );
    const [only, another] = invoices.filter(
      ({ number, customerId, total }) =>
        customerId === customer?.id && total === amount && !paid.has(number),
    );
    return another === undefined ? only?.number : undefined;
  });
  const matched = [...byReference.matched, ...byAccount.matched];
  return {
    by_reference: byReference.matched.length,
    by_account: byAccount.matched.length,
    matched_total: matched.reduce((total, { amount }) => total + Math.round(amount * 100), 0) / 100,
    others: byAccount.others.map(({ payment_id, amount, _iban }) => ({
      payment: payment_id,
      amount,
      _iban,
    })),
    unreadable: customers
      .filter(({ id, isArchived }) => isArchived && known.has(id))
      .map(({ id }) => id),
  };
}
