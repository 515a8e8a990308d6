// What a command line of Monty would be at least: a program is run, and its answer printed.
import { Monty } from "@pydantic/monty";

process.stdout.write(`${String(new Monty("1 + 2").run())}\n`);
