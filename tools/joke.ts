import { defineTool, type Tool } from "../src/toolbox/tool.js";
import { DAD_JOKES } from "./jokes/dad.js";
import { GENERAL_JOKES } from "./jokes/general.js";
import { TECH_JOKES } from "./jokes/tech.js";

type Kind = "general" | "tech" | "dad";

export const JOKES: Readonly<Record<Kind, readonly string[]>> = {
  general: GENERAL_JOKES,
  tech: TECH_JOKES,
  dad: DAD_JOKES,
};

export interface JokeNeeds {
  /** At least 0 and less than 1. */
  readonly random?: () => number;
}

/** The jokes told in this call, kept in the tool's memory: `tech 4`, the oldest first. */
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
    execute({ category }, { memory }) {
      const kinds = category === "any" ? (["general", "tech", "dad"] as const) : [category as Kind];
      const all = kinds.flatMap((kind) => JOKES[kind].map((joke, at) => ({ id: `${kind} ${at}`, kind, joke })));
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
      if (!chosen) return { status: "FAILED", message: "I do not know any jokes of that kind." };
      memory.set(TOLD, [...kept, chosen.id]);
      const { kind, joke } = chosen;
      const lead = again
        ? `You have heard all my ${category === "any" ? "" : `${kind} `}jokes, so I will start again. `
        : "";
      return { status: "SUCCESS", message: lead + joke, data: { category: kind, joke, all_told: again } };
    },
  });
}

function toldIn(memory: ReadonlyMap<string, unknown>): readonly string[] {
  const told = memory.get(TOLD);
  return Array.isArray(told) ? told.map(String) : [];
}
