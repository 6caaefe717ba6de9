import { CALLEES, type Pbx, SOFTPHONE_EXTENSIONS, TEST_LINES } from "../../../test/support/index.js";
import type { Opening } from "./opening.js";

/** Whom a program may have called here, and what they do. */
const PEOPLE: readonly (readonly [number: string, manners: string])[] = [
  [CALLEES.saysYes.number, "says yes"],
  [TEST_LINES.busy, "is busy"],
  [TEST_LINES.neverAnswers, "never answers"],
  [TEST_LINES.rejects, "rejects the call"],
  [TEST_LINES.hangsUp, "hangs up half-way"],
  [TEST_LINES.silent, "answers and stays silent"],
  [CALLEES.doesNotKnow.number, "says that they do not know"],
  [CALLEES.pressesTwo.number, "presses 2"],
];

/** A body of `POST /call` that works as it stands. Between single quotes in a shell: it has none itself. */
const REQUEST = {
  extension: CALLEES.saysYes.number,
  message: "Good morning. Your appointment is tomorrow at ten.",
  choice: {
    prompt: "Do you want to keep it?",
    options: [
      { value: "yes", synonyms: ["yes please", "sure"] },
      { value: "no", synonyms: ["no thank you"] },
    ],
    timeout_seconds: 5,
    repeat_count: 2,
  },
};

/**
 * What can be done with a demonstration that keeps running.
 *
 * @param url where the controller listens
 * @param opening where telephones of other machines register; undefined where none may
 */
export function invitation(
  { sipPort, passwords }: Pick<Pbx, "sipPort" | "passwords">,
  url: string,
  opening?: Opening,
): string {
  const [user] = SOFTPHONE_EXTENSIONS;
  const people = [...PEOPLE, [user, "is your telephone, if you register it"]];
  return `
Call it yourself: register a ${opening ? "telephone" : "softphone on this machine"} with the PBX
   server     ${opening?.openAddress ?? "127.0.0.1"}:${sipPort} (UDP)
   user       ${user}
   password   ${passwords.get(user)}
   codec      G.722; what G.711 (µ-law, A-law) leaves of a voice is beyond the small recogniser of this demonstration
and dial 8000. Ask for the time, for a sum, or for a story; speak over it; say goodbye.

Have it call somebody
${people.map(([number, manners]) => `   ${number}       ${manners}`).join("\n")}
and ask them something:

${curl(url)}

   health     ${url}/health
   metrics    ${url}/metrics
   interface  ${url}/docs

Ctrl-C ends everything.`;
}

function curl(url: string): string {
  const { options, ...asked } = REQUEST.choice;
  const lines = [
    `"extension": ${json(REQUEST.extension)}, "message": ${json(REQUEST.message)},`,
    `"choice": { ${Object.entries(asked)
      .map(([name, value]) => `"${name}": ${json(value)}`)
      .join(", ")},`,
    `  "options": [${options.map(json).join(",")}] }`,
  ];
  return `curl ${url}/call --json '{\n${lines.map((line) => `  ${line}`).join("\n")}\n}'`;
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
