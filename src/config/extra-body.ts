import type { Parsed, Problems, Setting } from "./setting.js";

type Fields = Readonly<Record<string, unknown>>;

/** Fields that each conversation sets in its requests. */
const OF_THE_CONVERSATION = ["messages", "stream", "tools", "tool_choice"];
/** Fields that have their own setting. */
const OF_OTHER_SETTINGS: Readonly<Record<string, string>> = {
  model: "LLM_MODEL",
  max_tokens: "LLM_MAX_TOKENS",
  max_completion_tokens: "LLM_MAX_TOKENS",
  temperature: "LLM_TEMPERATURE",
  reasoning_effort: "LLM_REASONING_EFFORT",
};

/** Parses additional fields of a request from a JSON object. Fields that the service sets are rejected. */
export function extraBody(): Pick<Setting<Fields>, "values" | "parse"> {
  const values = 'a JSON object such as {"chat_template_kwargs": {"enable_thinking": false}}';
  return {
    values,
    parse(text): Parsed<Fields> | Problems {
      const value = objectIn(text);
      if (!value) return { expected: values };
      const problems = Object.keys(value).flatMap(problemOf);
      return problems.length > 0 ? { problems } : { value };
    },
  };
}

function objectIn(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function problemOf(name: string): readonly string[] {
  const setting = Object.hasOwn(OF_OTHER_SETTINGS, name) ? OF_OTHER_SETTINGS[name] : undefined;
  if (setting) return [`must not have ${name}: set ${setting}`];
  return OF_THE_CONVERSATION.includes(name) ? [`must not have ${name}: each conversation has its own`] : [];
}
