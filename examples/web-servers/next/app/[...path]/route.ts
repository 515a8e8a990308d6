// A route of the App Router for all requests of the desk. One route has one instance of the desk.

import { desk } from "../../../src/node-desk.ts";

export const dynamic = "force-dynamic";
export const maxDuration = 120;

export const GET = (request: Request): Promise<Response> => desk.fetch(request);
export const POST = (request: Request): Promise<Response> => desk.fetch(request);
