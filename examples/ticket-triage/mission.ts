// Loaded by `ptc run examples/ticket-triage`: the 200 tickets of one day.

import { ticketDay } from "./src/tickets.ts";
import { ticketTriage } from "./src/triage.ts";

export default ticketTriage(ticketDay(1).tickets);
