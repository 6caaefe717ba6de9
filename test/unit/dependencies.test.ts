import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { PROJECT, textOf } from "../support/compose-file.js";
import { temporaryFolder } from "../support/temporary-folder.js";

/** An entry of a package-lock.json, version 3. */
interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
}
type Dependencies = Readonly<Record<string, string>>;

function locked(file: string): [path: string, entry: Locked][] {
  const { lockfileVersion, packages } = JSON.parse(textOf(file)) as {
    lockfileVersion: number;
    packages: Record<string, Locked>;
  };
  assert.equal(lockfileVersion, 3);
  return Object.entries(packages).filter(([path]) => path !== "");
}
const shipped = locked("package-lock.json").filter(([, { dev }]) => !dev);
const nameOf = ([path, { name }]: [string, Locked]) => name ?? path.split("node_modules/").at(-1) ?? "";

/** Licences by their SPDX identifiers that ask for no more than to be named. */
const ALLOWED = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "Unlicense"]);

/** Packages that do not say their licence in SPDX's words: where it stands in them, as it was read. */
const READ: Readonly<Record<string, { readonly licence: string; readonly file: string; readonly words: RegExp }>> = {
  "ax@0.1.8": { licence: "MIT", file: "ReadMe.md", words: /Permission is hereby granted, free of charge/ },
  "shred@0.8.10": { licence: "MIT", file: "README.md", words: /Shred is MIT licensed/ },
  "sprintf@0.1.1": {
    licence: "BSD-3-Clause",
    file: "lib/sprintf.js",
    words: /Redistribution and use in source and binary forms[^]*Neither the name of/,
  },
  "swagger-client@2.0.26": { licence: "Apache-2.0", file: "LICENSE", words: /Apache License, Version 2\.0/ },
};

/** Whether a package may be had under an expression of SPDX: `(AFL-2.1 OR BSD-3-Clause)`. */
function isAllowed(expression: string): boolean {
  const choices = expression.replace(/^\((.*)\)$/, "$1").split(" OR ");
  return choices.some((choice) => choice.split(" AND ").every((licence) => ALLOWED.has(licence)));
}

describe("the packages that are shipped", () => {
  it("may be had under licences that ask for no more than to be named", () => {
    const met = new Set<string>();
    for (const entry of shipped) {
      const [path, { version, license = "none" }] = entry;
      const who = `${nameOf(entry)}@${version}`;
      if (isAllowed(license)) continue;
      const read = READ[who];
      assert.ok(read, `${who} has the licence "${license}": read what it says, and list it here or replace it`);
      assert.ok(ALLOWED.has(read.licence), who);
      assert.match(textOf(`${path}/${read.file}`), read.words, who);
      met.add(who);
    }
    assert.deepEqual([...met].sort(), Object.keys(READ).sort(), "an exception that nothing needs");
  });

  it("are judged by every part of what they say", () => {
    assert.ok(isAllowed("(AFL-2.1 OR BSD-3-Clause)") && isAllowed("MIT AND ISC"));
    for (const refused of ["AGPL-3.0-only", "MIT AND GPL-2.0-only", "MIT-0-like", "", "UNLICENSED", "none"]) {
      assert.ok(!isAllowed(refused), refused);
    }
  });

  it("are all in the list of components that the image has, and nothing else is", async () => {
    const command = /^RUN (.*) > sbom\.cdx\.json$/m.exec(textOf("Dockerfile"))?.[1] ?? assert.fail();
    assert.match(textOf("Dockerfile"), /^COPY --from=dependencies \/\S+\/sbom\.cdx\.json \.\/$/m);
    await using place = await temporaryFolder();
    const installed = shipped.filter(([path]) => existsSync(join(PROJECT, path)));
    for (const file of [
      "package.json",
      "package-lock.json",
      ...installed.map(([path]) => join(path, "package.json")),
    ]) {
      cpSync(join(PROJECT, file), join(place.path, file));
    }
    const { components } = JSON.parse(execFileSync("sh", ["-c", command], { cwd: place.path, encoding: "utf8" })) as {
      components: { purl: string }[];
    };
    const listed = components.map(({ purl }) => decodeURIComponent(purl.replace("pkg:npm/", "")));
    const expected = new Set(installed.map((entry) => `${nameOf(entry)}@${entry[1].version}`));
    assert.deepEqual(listed.sort(), [...expected].sort());
  });
});

describe("what is installed", () => {
  for (const folder of ["", "site/"]) {
    it(`is held to the byte, and comes from the registry alone (${folder || "the service"})`, () => {
      for (const [path, { integrity, resolved, link }] of locked(`${folder}package-lock.json`)) {
        assert.match(integrity ?? "", /^sha512-[\w+/]{86}==$/, path);
        assert.ok(!link, path);
        if (resolved !== undefined) assert.match(resolved, /^https:\/\/registry\.npmjs\.org\//, path);
      }
    });

    it(`is asked for by exact versions (${folder || "the service"})`, () => {
      const own = JSON.parse(textOf(`${folder}package.json`)) as Record<string, Dependencies | undefined>;
      for (const [name, version] of Object.entries({ ...own.dependencies, ...own.devDependencies })) {
        assert.match(version, /^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/, name);
      }
    });
  }
});
