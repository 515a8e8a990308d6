import { describe, expect, test } from "vitest";
import { Credentials, KnownSecrets, type CredentialHost } from "./credentials.ts";
import { nodeCredentials } from "./node-credentials.ts";
import { readReferringText } from "./references.ts";

const commands: string[][] = [];
const host: CredentialHost = {
  env: { TOKEN: "tok-12345", LOG_LEVEL: "info", EMPTY: "" },
  platform: "linux",
  home: "/home/ann",
  readFile: (path) =>
    path === "/project/key" || path === "/home/ann/key"
      ? Promise.resolve(`from ${path}\r\n`)
      : Promise.reject(new Error("ENOENT secret")),
  runCommand: (command, args) => {
    commands.push([command, ...args]);
    return command === "fails"
      ? Promise.reject(new Error("command failed: fails hunter2"))
      : Promise.resolve(command === "silent" ? "\n" : "printed-secret\n");
  },
};

function credentials(platform = "linux") {
  const secrets = new KnownSecrets();
  return { secrets, reader: new Credentials({ ...host, platform }, "/project", secrets) };
}

describe("credentials by reference", () => {
  test.each([
    ["env:TOKEN", "tok-12345"],
    ["Bearer ${TOKEN}", "Bearer tok-12345"],
    ["${MISSING:-none}", "none"],
    ["file:key", "from /project/key"],
    ["file:~/key", "from /home/ann/key"],
    ["${workspaceFolder}/x:${userHome}", "/project/x:/home/ann"],
    ["plain", "plain"],
    ["", ""],
  ])("%j is looked up", async (text, value) => {
    expect(await credentials().reader.text(readReferringText(text), "field")).toBe(value);
  });

  test("asks the keychain of the system, without a shell", async () => {
    const text = readReferringText("keychain:my service/ann");
    commands.length = 0;
    await credentials("darwin").reader.text(text, "field");
    await credentials("linux").reader.text(text, "field");
    expect(commands).toEqual([
      ["security", "find-generic-password", "-s", "my service", "-a", "ann", "-w"],
      ["secret-tool", "lookup", "service", "my service", "account", "ann"],
    ]);
    await expect(credentials("win32").reader.text(text, "bearer")).rejects.toThrow(
      'bearer: keychain: works on macOS and Linux: use env:NAME or { "command": … } here',
    );
  });

  test.each([
    ["env:MISSING", "bearer: the environment variable MISSING is not set: set it before you start"],
    ["env:EMPTY", "bearer: the environment variable EMPTY is not set: set it before you start"],
    ["file:gone", "bearer: the file gone can't be read: check its path"],
  ])("%s that gives no value names the field and what to do", async (text, message) => {
    const error: unknown = await credentials()
      .reader.text(readReferringText(text), "bearer")
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "CredentialError", message });
  });

  test("the output and arguments of a command that fails are not shown", async () => {
    const ask = async (command: string) =>
      await credentials().reader.text([{ from: "command", command, args: ["hunter2"] }], "bearer");
    await expect(ask("fails")).rejects.toThrow(
      /^bearer: the command fails gives no value: run fails in a terminal to see why$/,
    );
    await expect(ask("silent")).rejects.toThrow("bearer: the command silent gives an empty value");
  });

  test("hides what is secret in texts and data, and nothing else", async () => {
    const { reader, secrets } = credentials();
    await reader.text(readReferringText("env:LOG_LEVEL"), "env.LOG_LEVEL");
    await reader.text(readReferringText("${userHome}"), "cwd");
    expect(secrets.hidden("info in /home/ann")).toBe("info in /home/ann");
    await reader.texts(
      new Map([["Authorization", readReferringText("Bearer ${TOKEN}")]]),
      "headers",
    );
    await reader.text([{ from: "command", command: "op", args: [] }], "env.ANY");
    expect(secrets.hidden("tok-12345 and printed-secret")).toBe("[secret] and [secret]");
    expect(secrets.hiddenIn({ a: ["x tok-12345"], b: 1 })).toEqual({ a: ["x [secret]"], b: 1 });
  });

  test("this process runs commands without a shell, and hides their errors", async () => {
    const { runCommand } = nodeCredentials({});
    const print = "process.stdout.write(process.argv[1])";
    expect(await runCommand(process.execPath, ["-e", print, "$(id); a b"])).toBe("$(id); a b");
    await expect(runCommand("/nowhere/hunter2", [])).rejects.toThrow(/^the command failed$/);
  });
});

test("the lines of a key are hidden one by one, as servers print them", () => {
  const secrets = new KnownSecrets();
  const lines = ["MIIEvQIBADANBgkqhkiG9w0B", "AQEFAASCBKcwggSjAgEAAoIB"] as const;
  secrets.add(`-----BEGIN PRIVATE KEY-----\n${lines.join("\r\n")}\n=\n-----END PRIVATE KEY-----\n`);
  expect(lines.map((line) => secrets.hidden(`read ${line}`))).toEqual([
    "read [secret]",
    "read [secret]",
  ]);
});
