import type { Reading } from "./read-environment.js";
import { SCHEMA } from "./schema.js";
import { fallbackText, type Setting } from "./setting.js";

/** A setting as it may be shown to whoever may look at the service. */
export interface ShownSetting {
  readonly name: string;
  /** The title of what it belongs to. */
  readonly area: string;
  readonly description: string;
  /** As it was given, or its default; null of a secret, and where there is none. */
  readonly value: string | null;
  readonly secret: boolean;
  /** Whether it was given a value. */
  readonly set: boolean;
  readonly source: "environment" | "file" | "default";
  /** In words where it depends on others; null where there is none. */
  readonly default: string | null;
}

/** All settings as they were read, in the order of the documentation. */
export function shownSettings({ texts }: Pick<Reading, "texts">): readonly ShownSetting[] {
  return Object.values(SCHEMA).flatMap(({ title, settings }) =>
    (Object.values(settings) as Setting<unknown>[]).map((setting): ShownSetting => {
      const { name, description, secret } = setting;
      const given = texts.get(name);
      const fallback = fallbackText(setting) || null;
      const value = secret ? null : (given?.text ?? fallback);
      return {
        ...{ name, area: title, description, value, secret },
        ...{ set: given !== undefined, source: given?.source ?? "default", default: fallback },
      };
    }),
  );
}
