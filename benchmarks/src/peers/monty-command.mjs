// The minimum of a Monty command line: runs a program and prints its result.
import { Monty } from "@pydantic/monty";

process.stdout.write(`${String(new Monty("1 + 2").run())}\n`);
