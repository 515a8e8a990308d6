// Express 5. It has the requests and responses of Node, which `node-http.ts` converts.

import express from "express";
import { desk } from "./node-desk.ts";
import { send, webRequest } from "./node-http.ts";

const app = express()
  .disable("x-powered-by")
  .post("/runs", async (req, res) => send(await desk.start(webRequest(req, res)), res))
  .get("/runs/:id", async (req, res) =>
    send(await desk.follow(webRequest(req, res), req.params.id), res),
  )
  .post("/runs/:id/decisions", async (req, res) =>
    send(await desk.decide(webRequest(req, res), req.params.id), res),
  )
  .post("/programs", async (req, res) => send(await desk.program(webRequest(req, res)), res));

export const listen = (port: number) => app.listen(port, "127.0.0.1");
