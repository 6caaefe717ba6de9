import type { Reading } from "./read-environment.js";
import { SCHEMA } from "./schema.js";
import { fallbackText, type Setting } from "./setting.js";

/** A setting in a form that may be shown to users with access to the service. */
export interface ShownSetting {
  readonly name: string;
  /** Title of its area. */
  readonly area: string;
  readonly description: string;
  /** The given value or the default; null for a secret, or if there is neither. */
  readonly value: string | null;
  readonly secret: boolean;
  /** Whether a value was given. */
  readonly set: boolean;
  readonly source: "environment" | "file" | "default";
  /** In words if it depends on other settings; null if there is none. */
  readonly default: string | null;
}

/** Returns all settings as read, in the order of the documentation. */
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
