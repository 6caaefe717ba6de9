import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createDirectory, type Directory } from "../../../src/directory/directory.js";
import { entryOf } from "../../support/fakes/fake-switchboard.js";

const directoryOf = (names: readonly string[]) =>
  createDirectory(names.map((name, at) => entryOf({ name, number: String(200 + at) })));

/** What a request means: a name, or the names that are asked about. */
const meaning = (found: ReturnType<Directory["find"]>) =>
  found.kind === "one" ? found.entry.name : found.kind === "unsure" ? found.entries.map(({ name }) => name) : [];

/** Each pair is a name of the directory and another name. */
function areTwoNames(title: string, pairs: readonly (readonly [name: string, request: string])[]) {
  describe(title, () => {
    for (const [name, request] of pairs) {
      it(`"${request}" is not put through to ${name}`, async () => {
        assert.notEqual((await directoryOf([name, "Katharina Groß"])).find(request).kind, "one");
      });
    }
  });
}

areTwoNames("an exact first name and a short last name, which run together begin with the first name", [
  ["Michael Koch", "Michael Wu"],
  ["Thomas Müller", "Thomas Shaw"],
  ["Robert Stein", "Robert Howe"],
  ["Michael Wu", "Michael Wood"],
  ["Hélène Roux", "Hélène Hay"],
]);

areTwoNames("an exact first name and another last name", [
  ["Thomas Bader", "Thomas Baker"],
  ["Anna Meyer", "Anna Bayer"],
  ["Peter Russo", "Peter Rossi"],
  ["Michael Beck", "Michael Bell"],
  ["Claudia Hill", "Claudia Hall"],
  ["Claudia Dumont", "Claudia Dupont"],
  ["Robert Johnson", "Robert Johnston"],
  ["María García", "María Garza"],
  ["Maria Fernández", "María Hernández"],
  ["Marek Kowalski", "Marek Kowalczyk"],
  ["Les Kowalski", "Don Kowalski"],
  ["Tim Barker", "Tim Parker"],
]);

areTwoNames("a first name of the other sex, and its last name", [
  ["Stefan Koch", "Stefanie Koch"],
  ["Stefan Koch", "Stefanie"],
  ["Paul Baumann", "Paula Baumann"],
  ["Paul Baumann", "Paula"],
  ["Giovanni Conti", "Giovanna"],
  ["Daniel Roux", "Danielle Roux"],
  ["Christian Köller", "Christina Köller"],
  ["Mario Bianchi", "Maria Bianchi"],
]);

areTwoNames("another last name, alone, with the same consonants or nearly so", [
  ["Heinz Krause", "Caruso"],
  ["María García", "Garza"],
  ["Luc Dubois", "Dupuis"],
  ["Jens Berger", "Barker"],
  ["Giulia Conti", "Conte"],
  ["Marek Kowalski", "Kowalczyk"],
  ["Technischer Einkauf", "Techniker"],
]);

areTwoNames("another number, or another name in a script without codes for its sounds", [
  ["Room 12", "Room 19"],
  ["Line 1", "Line 2"],
  ["Filiale 112", "Filiale 113"],
  ["Сидоров", "Фёдоров"],
  ["Ольга Иванова", "Ольга Петрова"],
]);

describe("a name heard in two words, or written in two", () => {
  for (const [name, request] of [
    ["Zoë Ångström", "Zoey Ang Strom"],
    ["Marketing", "Mark Eting"],
    ["Peter Mac Donald", "Peter MacDonald"],
    ["Jean du Bois", "Jean Dubois"],
  ] as const) {
    it(`"${request}" means ${name}`, async () => {
      assert.equal(meaning((await directoryOf([name, "Katharina Groß"])).find(request)), name);
    });
  }
});

describe("a last name whose vowels the recogniser heard otherwise, after an exact first name", () => {
  for (const [name, request] of [
    ["Margaret Greene", "Margaret Green"],
    ["Stefania Ferrari", "Stefania Ferrara"],
    ["Klaus Weber", "Klaus Wieber"],
    ["Rüdiger Pfeifer", "Rüdiger Feifer"],
    ["Lena Fuchs", "Lena Fux"],
    ["Klaus Schmidt", "Klaus Schmid"],
  ] as const) {
    it(`"${request}" means ${name}`, async () => {
      assert.equal(meaning((await directoryOf([name, "Katharina Groß"])).find(request)), name);
    });
  }
});

describe("a name that is also a word around a name", () => {
  const names = ["Peter Lo", "Ann Lee", "Nguyễn Văn An", "Don Harris", "Anna Kowalczyk", "Can Yılmaz", "Ayşe Yılmaz"];
  for (const [request, expected] of [
    ["Mr Lo", "Peter Lo"],
    ["Lo", "Peter Lo"],
    ["An", ["Nguyễn Văn An", "Ann Lee"]],
    ["Don", "Don Harris"],
    ["Don Harris", "Don Harris"],
    ["John Harris", ["Don Harris"]],
    ["Les Kowalczyk", ["Anna Kowalczyk"]],
    ["Can Yilmaz", "Can Yılmaz"],
    ["can I speak to Mr Yilmaz", ["Can Yılmaz", "Ayşe Yılmaz"]],
    ["can you put me through to Ayse Yilmaz", "Ayşe Yılmaz"],
  ] as const) {
    it(`"${request}" means ${[expected].flat().join(" or ")}`, async () => {
      assert.deepEqual(meaning((await directoryOf(names)).find(request)), expected);
    });
  }

  it("stays one of courtesy before a first name", async () => {
    assert.equal(meaning((await directoryOf(["Carlos Ruiz", "Don Harris"])).find("don Carlos")), "Carlos Ruiz");
  });
});

it("words of courtesy alone are asked about at most, unless they are a whole name", async () => {
  const directory = await directoryOf(["Robert Service", "Legal Team"]);
  assert.deepEqual(meaning(directory.find("service")), ["Robert Service"]);
  assert.deepEqual(meaning(directory.find("team")), ["Legal Team"]);
  assert.equal(meaning(directory.find("Robert Service")), "Robert Service");
  assert.equal(meaning((await directoryOf(["Service", "Robert Lee"])).find("Service")), "Service");
});

it("a name spelled letter by letter is found", async () => {
  assert.equal(meaning((await directoryOf(["Anna Meyer", "Bob Ray"])).find("M-E-Y-E-R")), "Anna Meyer");
});

describe("a number in place of a name", () => {
  const directory = createDirectory([
    entryOf({ name: "Call Center", number: "+49301234567" }),
    entryOf({ name: "Bob Ray", number: "203" }),
    entryOf({ name: "Team 203", number: "500" }),
    entryOf({ name: "Ann Ray", number: "204" }),
  ]);
  for (const [request, expected] of [
    ["+49301234567", "Call Center"],
    ["+49 30 1234567", "Call Center"],
    ["0049 30 1234567", "Call Center"],
    ["203", "Bob Ray"],
    ["2 0 3", "Bob Ray"],
    ["ext. 203", "Bob Ray"],
    ["number 203", "Bob Ray"],
    ["Durchwahl 203 bitte", "Bob Ray"],
    ["le poste 203", "Bob Ray"],
    ["interno 203", "Bob Ray"],
    ["extensión 203", "Bob Ray"],
    ["Ray 203", "Bob Ray"],
    ["Team 203", "Team 203"],
    ["205", []],
  ] as const) {
    it(`"${request}" means ${[expected].flat().join() || "no one"}`, async () => {
      assert.deepEqual(meaning((await directory).find(request)), expected);
    });
  }
});

describe("the answer to whom of several the caller means", () => {
  const entries = [
    entryOf({ name: "Support", number: "400" }),
    entryOf({ name: "Anna Meyer", department: "Sales", number: "201" }),
    entryOf({ name: "Anna Meyer", department: "Support", number: "202" }),
    entryOf({ name: "Anna Meyer", number: "203" }),
    entryOf({ name: "Paul Kern", department: "Sales", number: "204" }),
    entryOf({ name: "Anna Kern", department: "Sales", number: "205" }),
  ];
  const meyers = entries.slice(1, 4);
  for (const [answer, expected] of [
    ["Support", "202"],
    ["the one in support", "202"],
    ["Sales", "201"],
    ["the one in sales", "201"],
    ["die vom Sales", "201"],
    ["celle du support", "202"],
    ["Anna Meyer, Sales", "201"],
    ["Anna Meyer", "203"],
  ] as const) {
    it(`"${answer}" is one of them`, async () => {
      const found = (await createDirectory(entries)).find(answer, meyers);
      assert.equal(found.kind === "one" && found.entry.number, expected);
    });
  }

  it("may be a first name that others have as well", async () => {
    const directory = await createDirectory(entries);
    const [, sales, , , paul] = entries;
    assert.ok(sales && paul);
    assert.equal(meaning(directory.find("Anna", [sales, paul])), "Anna Meyer");
  });

  it("may be someone else", async () => {
    assert.equal(meaning((await createDirectory(entries)).find("Paul Kern", meyers)), "Paul Kern");
  });

  it("is the one whose name it is, not one that is also called so", async () => {
    const called = [
      entryOf({ name: "Tim Orr", also: ["Reception"], number: "300" }),
      entryOf({ name: "Reception", number: "301" }),
    ];
    const directory = await createDirectory(called);
    assert.deepEqual(meaning(directory.find("Reception")), ["Tim Orr", "Reception"]);
    assert.equal(meaning(directory.find("Reception", called)), "Reception");
  });
});
