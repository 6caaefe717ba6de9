import { defineTool, type Tool } from "../src/toolbox/tool.js";
import type { JokeKind } from "../src/locales/locale.js";
import { localeOf } from "../src/locales/locales.js";

export interface JokeNeeds {
  /** At least 0 and less than 1. */
  readonly random?: () => number;
}

/** The jokes told in this call, kept in the tool's memory: `en tech 4`, the oldest first. */
const TOLD = "told";

export function createJoke({ random = Math.random }: JokeNeeds = {}): Tool {
  return defineTool({
    name: "JOKE",
    description: "Tells a joke, none twice in one call. Tell it word for word.",
    parameters: {
      category: {
        type: "string",
        description: "Which kind: general, tech (computers) or dad (puns); any of them unless given",
        enum: ["any", "general", "tech", "dad"],
        default: "any",
      },
    },
    execute({ category }, { memory, language }) {
      const { code, jokes, tools } = localeOf(language);
      const wanted = category as JokeKind | "any";
      const kinds = wanted === "any" ? (["general", "tech", "dad"] as const) : [wanted];
      const all = kinds.flatMap((kind) => jokes[kind].map((joke, at) => ({ id: `${code} ${kind} ${at}`, kind, joke })));
      const told = toldIn(memory);
      let fresh = all.filter(({ id }) => !told.includes(id));
      let kept = told;
      const again = fresh.length === 0;
      if (again) {
        // All jokes of this kind were told, so they start again, but not with the last one.
        kept = told.filter((id) => !all.some((each) => each.id === id));
        fresh = all.filter(({ id }) => id !== told.at(-1));
      }
      const chosen = fresh[Math.floor(random() * fresh.length)];
      if (!chosen) throw new Error(`There are no jokes of the kind ${wanted}.`);
      memory.set(TOLD, [...kept, chosen.id]);
      const { kind, joke } = chosen;
      const lead = again ? `${tools.joke.allTold(wanted)} ` : "";
      return { status: "SUCCESS", message: lead + joke, data: { category: kind, joke, all_told: again } };
    },
  });
}

function toldIn(memory: ReadonlyMap<string, unknown>): readonly string[] {
  const told = memory.get(TOLD);
  return Array.isArray(told) ? told.map(String) : [];
}
