// Recognizes hosts inside a network. Documents come from others, so a document that names such a
// host may aim at services that only the application can reach (server-side request forgery).
// Public names that resolve to such addresses aren't recognized, because nothing is resolved here.

/**
 * Returns the kind of host, such as `a loopback address`, or undefined for a public one. `hostname`
 * is that of a `URL`, which writes each IPv4 address with four decimal numbers.
 */
export function privateHostKind(hostname: string): string | undefined {
  if (hostname.startsWith("[")) return kindOfIpv6(groupsOf(hostname.slice(1, -1)));
  const name = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
  // A resolver may ignore more dots than the standards allow, as in `localhost..`.
  if (`.${name}.`.includes("..")) return "a name with an empty part";
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return kindOfIpv4(name.split(".").map(Number));
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (last === "localhost") return "a loopback address";
  return last === name || localDomains.has(last) || name.endsWith(".home.arpa")
    ? "a name inside a network"
    : undefined;
}

/** Top-level domains that never exist on the public internet, but in private networks. */
const localDomains: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "consul",
  "corp",
  "domain",
  "home",
  "internal",
  "intranet",
  "lan",
  "local",
  "localdomain",
  "mail",
  "private",
  "svc",
]);

type Octets = readonly number[];

interface Ipv4Range {
  readonly first: Octets;
  readonly bits: number;
  readonly kind: string;
}

const isPrivate = "a private address";
const isReserved = "a reserved address";

/** The ranges that aren't global. Source: IANA IPv4 Special-Purpose Address Registry. */
const ipv4Ranges: readonly Ipv4Range[] = [
  { first: [0, 0, 0, 0], bits: 8, kind: "a loopback address" },
  { first: [127, 0, 0, 0], bits: 8, kind: "a loopback address" },
  { first: [169, 254, 0, 0], bits: 16, kind: "a link-local address" },
  { first: [10, 0, 0, 0], bits: 8, kind: isPrivate },
  { first: [100, 64, 0, 0], bits: 10, kind: isPrivate },
  { first: [172, 16, 0, 0], bits: 12, kind: isPrivate },
  { first: [192, 168, 0, 0], bits: 16, kind: isPrivate },
  { first: [192, 0, 0, 0], bits: 24, kind: isReserved },
  { first: [192, 0, 2, 0], bits: 24, kind: isReserved },
  { first: [192, 88, 99, 0], bits: 24, kind: isReserved },
  { first: [198, 18, 0, 0], bits: 15, kind: isReserved },
  { first: [198, 51, 100, 0], bits: 24, kind: isReserved },
  { first: [203, 0, 113, 0], bits: 24, kind: isReserved },
  { first: [224, 0, 0, 0], bits: 3, kind: isReserved },
];

function kindOfIpv4(octets: Octets): string | undefined {
  const address = numberOf(octets);
  return ipv4Ranges.find(({ first, bits }) => {
    const size = 2 ** (32 - bits);
    return Math.floor(address / size) === Math.floor(numberOf(first) / size);
  })?.kind;
}

function numberOf(octets: Octets): number {
  return octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

/** Global addresses begin with the bits 001. Ranges that embed an IPv4 address are as it is. */
function kindOfIpv6(groups: readonly number[]): string | undefined {
  const [first = 0, second = 0] = groups;
  const isZeroUntil = (end: number): boolean => groups.slice(0, end).every((group) => group === 0);
  // `::`, `::1` and the obsolete IPv4-compatible addresses.
  if (isZeroUntil(6)) return embedded(groups, 6) ?? isReserved;
  if (isZeroUntil(5) && groups[5] === 0xffff) return embedded(groups, 6);
  // NAT64 (RFC 6052) and 6to4 (RFC 3056).
  if (first === 0x64 && second === 0xff9b && groups.slice(2, 6).every((group) => group === 0))
    return embedded(groups, 6);
  if (first === 0x2002) return embedded(groups, 1);
  if (first >= 0xfe80 && first <= 0xfebf) return "a link-local address";
  if ((first >= 0xfc00 && first <= 0xfdff) || (first >= 0xfec0 && first <= 0xfeff))
    return isPrivate;
  // 2001::/23 has Teredo and other protocols, 2001:db8::/32 is for documentation.
  const isProtocol = first === 0x2001 && (second < 0x200 || second === 0xdb8);
  return first >= 0x2000 && first <= 0x3fff && !isProtocol ? undefined : isReserved;
}

function embedded(groups: readonly number[], at: number): string | undefined {
  const octets = groups.slice(at, at + 2).flatMap((group) => [group >> 8, group & 255]);
  return kindOfIpv4(octets);
}

/** Returns the eight groups of an address that `URL` has normalized. */
function groupsOf(address: string): readonly number[] {
  const [left = [], right] = address
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":").map((group) => parseInt(group, 16))));
  if (right === undefined) return left;
  const zeros = new Array<number>(8 - left.length - right.length).fill(0);
  return [...left, ...zeros, ...right];
}
