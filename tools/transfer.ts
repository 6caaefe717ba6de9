import { localeOf } from "../src/locales/locales.js";
import { defineTool, type Tool } from "../src/toolbox/tool.js";

export interface TransferToolNeeds {
  /** Whether there is anyone to put callers through to, now. */
  readonly hasDirectory: () => boolean;
}

export function createTransfer({ hasDirectory }: TransferToolNeeds): Tool {
  return defineTool({
    name: "TRANSFER",
    description:
      "Puts the caller through to a person or department of this house. Use it when the caller asks to speak to someone. It finds misheard names by itself. If it asks which one is meant, ask the caller, then call it again with the full name.",
    parameters: {
      name: {
        type: "string",
        description: "The person or department, as the caller said it; with the department if they said that, too",
        required: true,
        maxLength: 200,
      },
      reason: { type: "string", description: "Why the caller calls, in a few words, if they said so", maxLength: 200 },
    },
    get disabledReason() {
      return hasDirectory()
        ? undefined
        : "The directory is empty: add a section `directory` to the file of assistants.";
    },
    async execute({ name, reason }, { transfer, noCall, language }) {
      if (!transfer) return { status: "FAILED", message: noCall ?? localeOf(language).tools.hangup.noCall };
      const { isUnderWay, message } = await transfer({ name: String(name), reason: String(reason ?? "") });
      return { status: isUnderWay ? "SUCCESS" : "FAILED", message };
    },
  });
}
