// A mission whose answer needs addresses that the model must not see.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byLargest, code, day, fullName, list, money, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export const newsletterWinners: SampleMission = {
  name: "newsletter-winners",
  title: "The best customers of a quarter, with addresses no model sees",
  kind: "data",
  world: (random) => {
    const customers = list(700, (index) => ({
      id: index + 1,
      name: fullName(random),
      ...(random.chance(0.2) ? {} : { newsletterOptIn: random.chance(0.6) }),
      _email: `u${String(between(random, 10_000, 99_999))}.${String(index)}@mail.example`,
    }));
    const purchases = list(4000, (index) => ({
      receipt: code("R", index, 6),
      customer_id: between(random, 1, 710),
      amount: money(random, 5, 400),
      purchased_on: day("2025-11-01", between(random, 0, 200)),
      returned: random.chance(0.08),
    }));
    const isCounted = ({ purchased_on, returned }: (typeof purchases)[number]): boolean =>
      !returned && purchased_on >= "2026-01-01" && purchased_on <= "2026-03-31";
    const answer = customers
      .filter(({ newsletterOptIn }) => newsletterOptIn === true)
      .map(({ id, name, _email }) => ({
        name,
        spent: sum(
          purchases
            .filter((purchase) => purchase.customer_id === id && isCounted(purchase))
            .map(({ amount }) => amount),
        ),
        _email,
      }))
      .sort(
        byLargest(
          ({ spent }) => spent,
          ({ name }) => name,
        ),
      )
      .slice(0, 5);
    return {
      agent: defineAgent({
        prompt: `Which five customers who agreed to the newsletter spent most in the first quarter of 2026? Purchases that were returned do not count. Give name, sum and e-mail address, the highest sum first.`,
        signature: "() -> [{name :string, spent :float, _email :string}]",
        maxTurns: 1,
      }),
      context: { customers, purchases },
      check: expecting(answer, { secrets: customers.map(({ _email }) => _email) }),
    };
  },
};
