// Hono on Node. In Deno, Bun and Workers, export `app` instead.

import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { desk } from "./node-desk.ts";

const app = new Hono()
  .post("/runs", (context) => desk.start(context.req.raw))
  .get("/runs/:id", (context) => desk.follow(context.req.raw, context.req.param("id")))
  .post("/runs/:id/decisions", (context) => desk.decide(context.req.raw, context.req.param("id")))
  .post("/programs", (context) => desk.program(context.req.raw));

export const listen = (port: number) => serve({ fetch: app.fetch, port, hostname: "127.0.0.1" });
