// The mails that most scenarios of this domain have besides their own.

import type { Mail } from "../worlds/mail-world.ts";

export const usualMails: readonly Mail[] = [
  {
    id: "m1",
    from: "ann@berg.example",
    subject: "Dinner on Friday",
    body: "Shall we eat at seven? Bring the blue bowl.",
    date: "2026-03-02T18:10",
  },
  {
    id: "m2",
    from: "shop@garden.example",
    subject: "Your order 5512",
    body: "Two olive trees are on their way. Total: 129.80 EUR.",
    date: "2026-03-03T08:00",
  },
  {
    id: "m3",
    from: "tom.reed@work.example",
    subject: "Contract with Halden",
    body: "The contract is ready. Please read page 4 before Thursday.",
    date: "2026-03-03T11:42",
  },
  {
    id: "m4",
    from: "shop@garden.example",
    subject: "Rate your order",
    body: "How did you like the olive trees?",
    date: "2026-03-05T08:00",
  },
];
