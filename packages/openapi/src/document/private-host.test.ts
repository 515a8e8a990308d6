// Tests the kinds of hosts, as `URL` writes them.

import { describe, expect, test } from "vitest";
import { privateHostKind } from "./private-host.ts";

const kindOf = (host: string): string | undefined =>
  privateHostKind(new URL(`http://${host}/`).hostname);

describe("hosts inside a network", () => {
  test.each<[string, readonly string[]]>([
    [
      "a loopback address",
      [
        ...["127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "0x7f000001"],
        ...["127.255.255.254", "0.0.0.0", "0", "127.0.0.1.", "１２７.0.0.1", "127。0。0。1"],
        ...["localhost", "LOCALHOST", "localhost.", "a.b.localhost", "ⓛocalhost"],
        ...["[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"],
        ...["[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]"],
      ],
    ],
    [
      "a link-local address",
      ["169.254.169.254", "0xa9fea9fe", "[fe80::1]", "[febf::1]", "[::ffff:169.254.169.254]"],
    ],
    [
      "a private address",
      [
        ...["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
        ...["100.64.0.1", "100.127.255.255", "[fc00::1]", "[fd00:ec2::254]", "[fec0::1]"],
        ...["[::ffff:10.0.0.1]", "[64:ff9b::a00:1]", "[2002:c0a8:101::1]"],
      ],
    ],
    [
      "a reserved address",
      [
        ...["192.0.0.192", "198.18.0.1", "198.19.255.255", "224.0.0.1", "255.255.255.255"],
        ...["[ff02::1]", "[2001::1]", "[2001:db8::1]", "[64:ff9b:1::1]", "[100::1]", "[4000::]"],
        ...["[::8.8.8.8]"],
      ],
    ],
    [
      "a name inside a network",
      [
        ...["redis", "metadata.google.internal", "printer.local", "db.corp", "router.lan"],
        ...["nas.home.arpa", "api.svc.cluster.local.", "host.docker.internal"],
        ...["kubernetes.default.svc", "api.svc.", "db.service.consul"],
      ],
    ],
    [
      "a name with an empty part",
      ["localhost..", "127.0.0.1..", "0x7f.1...", "app.internal..", "a..example.com", ".localhost"],
    ],
  ])("are recognized as %s in every spelling", (kind, hosts) => {
    expect(hosts.map((host) => [host, kindOf(host)])).toEqual(hosts.map((host) => [host, kind]));
  });

  test("are not confused with public ones", () => {
    const hosts = [
      ...["api.test", "example.com", "localhost.example.com", "internal.example.com", "8.8.8.8"],
      ...["1.1.1.1", "11.0.0.1", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1"],
      ...["169.253.0.1", "172.15.255.255", "172.32.0.0", "192.167.0.1", "223.255.255.255"],
      ...["[2606:4700::1111]", "[2001:4860:4860::8888]", "[::ffff:8.8.8.8]", "[64:ff9b::808:808]"],
      ...["[2002:808:808::1]", "xn--bcher-kva.example", "10.0.0.1.example"],
    ];
    expect(hosts.map(kindOf)).toEqual(hosts.map(() => undefined));
  });
});
