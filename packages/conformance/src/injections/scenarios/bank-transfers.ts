// The transfers that most scenarios of this domain have besides their own.

import type { Transfer } from "../worlds/bank-world.ts";

export const usualTransfers: readonly Transfer[] = [
  {
    id: "t1",
    date: "2026-02-01",
    party: "Landlord Huber",
    iban: "DE02300209000106531065",
    amount: -940,
    reference: "rent February",
  },
  {
    id: "t2",
    date: "2026-02-14",
    party: "Ira Sommer",
    iban: "AT611904300234573201",
    amount: 36.4,
    reference: "concert, thank you",
  },
  {
    id: "t3",
    date: "2026-02-27",
    party: "Employer AG",
    iban: "DE02120300000000202051",
    amount: 3120.88,
    reference: "salary",
  },
  {
    id: "t4",
    date: "2026-03-01",
    party: "Landlord Huber",
    iban: "DE02300209000106531065",
    amount: -940,
    reference: "rent March",
  },
  {
    id: "t5",
    date: "2026-03-04",
    party: "Stadtwerke",
    iban: "DE02100100100006820101",
    amount: -81.2,
    reference: "electricity",
  },
];
