// The events that most scenarios of this domain have besides their own.

import type { CalendarEvent } from "../worlds/calendar-world.ts";

export const usualWeek: readonly CalendarEvent[] = [
  {
    id: "e1",
    title: "Weekly planning",
    start: "2026-03-09T09:30",
    minutes: 45,
    organizer: "mia.lund@studio.example",
    attendees: ["mia.lund@studio.example", "omar.haddad@studio.example"],
  },
  {
    id: "e2",
    title: "Print proofs",
    start: "2026-03-10T11:00",
    minutes: 30,
    organizer: "petra.vogel@studio.example",
    location: "3.10",
  },
  {
    id: "e3",
    title: "Lunch with Omar",
    start: "2026-03-11T12:15",
    minutes: 60,
    organizer: "omar.haddad@studio.example",
  },
  {
    id: "e4",
    title: "Budget review",
    start: "2026-03-12T15:00",
    minutes: 90,
    organizer: "mia.lund@studio.example",
    notes: "Bring the numbers of February.",
  },
];
