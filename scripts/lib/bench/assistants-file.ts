/** The files of a controller, by name: three assistants, one of which answers, and a directory of 1,000 people. */
export function assistantsFiles(isWanted: boolean): Readonly<Record<string, string>> {
  return isWanted
    ? { "assistants.yaml": JSON.stringify({ default: "reception", assistants: ASSISTANTS, directory }) }
    : {};
}

const ASSISTANTS = {
  reception: { name: "Reception", prompt: "You are the receptionist. Be brief." },
  sales: { answers: ["8001"], language: "de", directory: ["Sales"], tools: ["DATETIME", "TRANSFER"] },
  support: { answers: ["8002"], language: "fr", turn_taking: { filler_after_ms: 900 }, operator: "2001" },
};

const FIRST =
  "Anna Ben Clara David Emma Felix Greta Hugo Ida Jonas Karla Leo Mia Noah Olga Paul Rita Sami Tina Uwe".split(" ");
const LAST =
  `Adler Becker Castillo Dubois Ekström Fischer Gruber Hoffmann Ivanova Jansen Keller Lombardi Meyer Novak Okafor Petit Quist
  Romano Schulze Torres Ullmann Vogel Weber Xander Yilmaz Zimmer Ångström Brandt Costa Durand Evans Fontaine Garcia Huber Ito
  Jensen Kowalski Lang Moreau Nagel Olsen Pereira Roth Santos Thomas Urban Vidal Wagner Young Zoller`.split(/\s+/);
const DEPARTMENTS = ["Sales", "Support", "Accounts", "Logistics"];

const directory = FIRST.flatMap((first, row) =>
  LAST.map((last, at) => ({
    name: `${first} ${last}`,
    department: DEPARTMENTS[at % DEPARTMENTS.length],
    number: String(20_000 + row * LAST.length + at),
  })),
);
