import { CALLEES, type Pbx, SOFTPHONE_EXTENSIONS, TEST_LINES } from "../../../test/support/index.js";
import type { Opening } from "./opening.js";

/** The numbers that a program can call here, and how they react. */
const PEOPLE: readonly (readonly [number: string, manners: string])[] = [
  [CALLEES.saysYes.number, "says yes"],
  [TEST_LINES.busy, "is busy"],
  [TEST_LINES.neverAnswers, "never answers"],
  [TEST_LINES.rejects, "rejects the call"],
  [TEST_LINES.hangsUp, "hangs up during the message"],
  [TEST_LINES.silent, "answers and stays silent"],
  [CALLEES.doesNotKnow.number, 'answers "I don\'t know"'],
  [CALLEES.pressesTwo.number, "presses 2"],
];

/** A body of `POST /call` that works unchanged. It contains no single quotes, so it can be quoted in a shell. */
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
 * Describes what can be done with a running demonstration.
 *
 * @param url the controller's address
 * @param opening where telephones of other machines register; undefined when they may not
 */
export function invitation(
  { sipPort, passwords }: Pick<Pbx, "sipPort" | "passwords">,
  url: string,
  opening?: Opening,
): string {
  const [user] = SOFTPHONE_EXTENSIONS;
  const people = [...PEOPLE, [user, "is your telephone, if you register it"]];
  return `
Call the assistant: register a ${opening ? "telephone" : "softphone on this machine"} with the PBX
   server     ${opening?.openAddress ?? "127.0.0.1"}:${sipPort} (UDP)
   user       ${user}
   password   ${passwords.get(user)}
   codec      G.722; with G.711 (µ-law, A-law) the small recogniser of this demonstration does not understand you
and dial 8000. Ask for the time, a calculation, or a story; interrupt it; say goodbye.

Have the assistant call someone
${people.map(([number, manners]) => `   ${number}       ${manners}`).join("\n")}
and ask a question:

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
