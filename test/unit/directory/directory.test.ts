import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createDirectory, type Directory } from "../../../src/directory/directory.js";
import { entryOf } from "../../support/fakes/fake-switchboard.js";

const numbered = (names: readonly string[]) => names.map((name, at) => entryOf({ name, number: String(200 + at) }));
const named = (found: ReturnType<Directory["find"]>) =>
  found.kind === "one" ? found.entry.name : found.kind === "unsure" ? found.entries.map(({ name }) => name) : [];

const SMALL = [
  entryOf({ name: "Zoë Ångström", department: "Engineering", number: "201" }),
  entryOf({ name: "Anna Meyer", department: "Sales", number: "202" }),
  entryOf({ name: "Peter Maier", department: "Support", number: "203" }),
  entryOf({ name: "Fiona MacDonald", department: "Sales", number: "204" }),
  entryOf({ name: "Jürgen Weiß", department: "Sales", number: "205" }),
  entryOf({ name: "Sales", also: ["orders"], continue: "ext-queues/400" }),
  entryOf({ name: "Support", also: ["help desk", "technical support"], continue: "ext-queues/401" }),
];

describe("a request for someone", () => {
  const cases: readonly (readonly [request: string, expected: string | readonly string[]])[] = [
    ["Zoë Ångström", "Zoë Ångström"],
    ["Zoe Angstrom", "Zoë Ångström"],
    ["Zoey Ang Strom", "Zoë Ångström"],
    ["Mrs. Ångström", "Zoë Ångström"],
    ["ZOE", "Zoë Ångström"],
    ["Anna", "Anna Meyer"],
    ["Ana Maier", "Anna Meyer"],
    ["Mr. Mayr", ["Anna Meyer", "Peter Maier"]],
    ["Maier from support", "Peter Maier"],
    ["Fiona Mac Donald", "Fiona MacDonald"],
    ["Miss McDonald please", "Fiona MacDonald"],
    ["Herr Weiss", "Jürgen Weiß"],
    ["Juergen", "Jürgen Weiß"],
    ["sales", "Sales"],
    ["the sales department please", "Sales"],
    ["someone in technical support", "Support"],
    ["the helpdesk", "Support"],
    ["203", "Peter Maier"],
    ["0900 123456", []],
    ["Bob Dylan", []],
    ["", []],
    ["?!", []],
    ["the swimming pool", []],
  ];
  for (const [request, expected] of cases) {
    it(`"${request}" means ${typeof expected === "string" ? expected : expected.join(" or ") || "no one"}`, async () => {
      const directory = await createDirectory(SMALL);
      assert.deepEqual(named(directory.find(request)), expected);
    });
  }

  it("with the right first name and another last name is asked about, not guessed", async () => {
    const directory = await createDirectory(SMALL);
    assert.notEqual(directory.find("Anna Fitzgerald").kind, "one");
  });
});

describe("a short name with other vowels", () => {
  for (const [request, name] of [
    ["Rose", "Maria Rossi"],
    ["John", "Jean-Luc Picard"],
    ["Tim", "Tom Keller"],
    ["Bert", "Bart Simons"],
  ] as const) {
    it(`is asked about, not taken for it: "${request}", ${name}`, async () => {
      const found = (await createDirectory(numbered([name, "Katharina Groß"]))).find(request);
      assert.deepEqual([found.kind, named(found)], ["unsure", [name]]);
    });
  }
});

describe("two whose names sound alike", () => {
  it("are told apart by the full name or the department, once the caller was asked", async () => {
    const directory = await createDirectory(SMALL);
    const first = directory.find("Meyer");
    assert.ok(first.kind === "unsure");
    assert.equal(named(directory.find("Peter Maier", first.entries)), "Peter Maier");
  });

  it("are asked about even if the recogniser spells the name of one of them", async () => {
    const directory = await createDirectory(numbered(["Anna Meyer", "Anna Maier"]));
    const first = directory.find("Anna Maier");
    assert.ok(first.kind === "unsure");
    assert.equal(named(directory.find("Anna Maier", first.entries)), "Anna Maier");
  });
});

describe("a first name in another form", () => {
  for (const [request, names, expected] of [
    ["Bob Miller", ["Bob Miller", "Robert Miller"], "Bob Miller"],
    ["Robert Miller", ["Bob Miller", "Robert Miller"], "Robert Miller"],
    ["Sandra Klein", ["Alexandra Klein", "Sandra Klein"], "Sandra Klein"],
    ["Frank", ["Anne Frank", "Francis Drake"], "Anne Frank"],
    ["Rob Miller", ["Bob Miller", "Robert Miller"], ["Bob Miller", "Robert Miller"]],
    ["Bob Miller", ["Robert Miller", "Anna Meyer"], "Robert Miller"],
  ] as const) {
    it(`counts only where nobody has it as said: "${request}" among ${names.join(", ")}`, async () => {
      assert.deepEqual(named((await createDirectory(numbered(names))).find(request)), expected);
    });
  }
});

describe("a last name whose particle was heard as a word of its own", () => {
  for (const [request, name] of [
    ["Étienne du bois", "Étienne Dubois"],
    ["Silvain des champs", "Sylvain Deschamps"],
    ["I'd like to talk to Véronique de la Croix please", "Véronique Delacroix"],
    ["Herr von Stetten", "Hans Vonstetten"],
  ] as const) {
    it(`is found: "${request}"`, async () => {
      const directory = await createDirectory(numbered([name, "Anna Meyer"]));
      assert.ok([named(directory.find(request))].flat().includes(name));
    });
  }
});

describe("a department that is no entry", () => {
  const directory = createDirectory([
    ...SMALL,
    entryOf({ name: "Max Frei", department: "Legal Affairs", number: "206" }),
  ]);
  for (const [request, expected] of [
    ["someone in engineering", ["Zoë Ångström"]],
    ["legal affairs", ["Max Frei"]],
    ["sales", "Sales"],
    ["Otto from engineering", []],
  ] as const) {
    it(`is asked about by its people: "${request}"`, async () => {
      assert.deepEqual(named((await directory).find(request)), expected);
    });
  }
});

describe("the exact name of one of several that differ in a title or the like", () => {
  const names = ["Sales", "Sales Team", "Dr. Anna Meyer", "Anna Meyer", "Jan de Vries", "Jan Vries"];
  for (const [said, expected] of [
    ["sales", ["Sales"]],
    ["Sales Team", ["Sales Team"]],
    ["dr anna meyer", ["Dr. Anna Meyer"]],
    ["Anna Meyer", ["Anna Meyer"]],
    ["Jan de Vries", ["Jan de Vries"]],
    ["the sales department", ["Sales", "Sales Team"]],
    ["Mrs. Anna Meyer", ["Dr. Anna Meyer", "Anna Meyer"]],
  ] as const) {
    it(`"${said}" is that of ${expected.join(" and ")}`, async () => {
      const found = (await createDirectory(numbered(names))).named(said);
      assert.deepEqual(
        found.map(({ name }) => name),
        expected,
      );
    });
  }
});

test("hostile requests are read in bounded time and match no one", async () => {
  const directory = await createDirectory(SMALL);
  for (const request of [
    "a".repeat(100_000),
    "x ".repeat(50_000),
    "\u0300".repeat(10_000),
    "𝓩𝓸𝓮",
    "constructor",
    "__proto__",
  ]) {
    const begun = process.cpuUsage();
    directory.find(request);
    const { user } = process.cpuUsage(begun);
    assert.ok(user < 100_000, `${request.slice(0, 10)}: ${user} µs`);
  }
});

test("a directory of 1,000 is searched in a moment", async (t) => {
  const syllables = ["ber", "mann", "ski", "lo", "ra", "ti", "stein", "ko", "van", "der"];
  const word = (at: number) => [at, at * 7 + 3, at * 13 + 1].map((n) => syllables[n % 10]).join("");
  const directory = await createDirectory(
    numbered(Array.from({ length: 1_000 }, (_, at) => `${word(at)} ${word(at * 3 + 5)}`)),
  );
  const requests = ["Berlora Koberman", "Mr. Steinkovan", "could you connect me to the big camera in the end"];
  const times = Array.from({ length: 60 }, (_, at) => {
    const begun = process.cpuUsage();
    directory.find(requests[at % 3] ?? "");
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  }).sort((a, b) => a - b);
  t.diagnostic(`${times[30]} ms of processor at the median, ${times[57]} ms at the 95th percentile`);
  assert.ok((times[30] ?? 0) < 10);
});

interface HeardName {
  readonly who: string | null;
  readonly said: string;
  readonly heard: string;
}

interface Recorded {
  readonly people: readonly (readonly [name: string, department: string])[];
  readonly departments: readonly { readonly name: string; readonly also: readonly string[] }[];
  readonly heard: readonly HeardName[];
}

const FIXTURE = fileURLToPath(new URL("../../fixtures/directory/heard-names.json", import.meta.url));

/** How a request that a recogniser has heard ends. */
type Verdict = "right" | "asked" | "asked again" | "wrong";

function verdictOn({ who, heard }: HeardName, directory: Directory): Verdict {
  const found = directory.find(heard);
  if (found.kind === "one") return found.entry.name === who ? "right" : "wrong";
  if (found.kind === "none") return who === null ? "right" : "asked again";
  return "asked";
}

describe("names that callers said, in the spelling of a real recogniser", () => {
  const { people, departments, heard } = JSON.parse(readFileSync(FIXTURE, "utf8")) as Recorded;
  const entries = [
    ...people.map(([name, department], at) => entryOf({ name, department, number: String(300 + at) })),
    ...departments.map((each, at) => entryOf({ ...each, continue: `ext-queues/${at}` })),
  ];
  // The rules were developed with the even ones.
  for (const [half, parity] of [
    ["tuned with", 0],
    ["held out", 1],
  ] as const) {
    it(`${half}: at most 1 % reach the wrong person, and most are found or asked about`, async (t) => {
      const directory = await createDirectory(entries);
      const count: Record<Verdict, number> = { right: 0, asked: 0, "asked again": 0, wrong: 0 };
      const rows = heard.filter((_, at) => at % 2 === parity);
      for (const row of rows) count[verdictOn(row, directory)]++;
      t.diagnostic(`${rows.length} requests among ${entries.length} entries: ${JSON.stringify(count)}`);
      assert.ok(count.wrong <= rows.length * 0.01, JSON.stringify(count));
      assert.ok(count.right >= rows.length * 0.5, JSON.stringify(count));
      assert.ok(count.right + count.asked >= rows.length * 0.8, JSON.stringify(count));
    });
  }
});

interface AskedFor {
  /** Those who fit; none for a stranger. */
  readonly who: readonly string[];
  readonly heard: string;
}

interface House extends Omit<Recorded, "heard" | "departments"> {
  readonly departments: readonly (readonly string[])[];
  /** By language of the names. Written before the rules were looked at; first result: 1 wrong, 96 % right or asked about. */
  readonly heard: Readonly<Record<string, readonly AskedFor[]>>;
}

const HOUSE = fileURLToPath(new URL("../../fixtures/directory/house-of-200.json", import.meta.url));

describe("a house of 200 with names of seven languages", () => {
  const { people, departments, heard } = JSON.parse(readFileSync(HOUSE, "utf8")) as House;
  const entries = [
    ...people.map(([name, department], at) => entryOf({ name, department, number: String(300 + at) })),
    ...departments.map(([name = "", ...also], at) => entryOf({ name, also, continue: `ext-queues/${at}` })),
  ];
  const isRight = (found: ReturnType<Directory["find"]>, who: readonly string[]) =>
    found.kind === "none"
      ? who.length === 0
      : found.kind === "one"
        ? who.includes(found.entry.name)
        : who.length === 0 || found.entries.some(({ name }) => who.includes(name));

  it("finds or asks about the right one 97 times in 100, and puts through to a wrong one at most once in 100", async (t) => {
    const directory = await createDirectory(entries);
    const rows = Object.values(heard).flat();
    assert.ok(entries.length >= 200 && rows.length >= 300);
    const missed = rows.filter(({ who, heard: request }) => !isRight(directory.find(request), who));
    const wrong = missed.filter(({ heard: request }) => directory.find(request).kind === "one");
    const sure = rows.filter(({ heard: request }) => directory.find(request).kind === "one");
    t.diagnostic(
      `${rows.length} requests: ${sure.length} put through, ${wrong.length} to a wrong one, ${missed.length} missed`,
    );
    assert.ok(missed.length <= rows.length * 0.03, JSON.stringify(missed));
    assert.ok(wrong.length <= rows.length * 0.01, JSON.stringify(wrong));
    assert.ok(sure.length >= rows.length * 0.65);
  });

  const asked: readonly (readonly [request: string, expected: string | readonly string[]])[] = [
    ["Bob Hawthorn", "Robert Hawthorne"],
    ["signora Russo dell'assistenza clienti", "Concetta Russo"],
    ["Herrn Vonstetten", "Hans-Joachim von Stetten"],
    ["Mr. Thompson", ["Sean Thompson", "Shaun Thomson"]],
    ["Frau Tschelik", "Ayşe Çelik"],
    ["Graeme Featherstone", ["Graham Featherstonehaugh"]],
  ];
  for (const [request, expected] of asked)
    it(`"${request}" means ${typeof expected === "string" ? expected : `perhaps ${expected.join(" or ")}`}`, async () => {
      const directory = await createDirectory(entries);
      assert.deepEqual(named(directory.find(request)), expected);
    });
});
