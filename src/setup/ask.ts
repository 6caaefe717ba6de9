import { cancel, confirm, password, select, text } from "@clack/prompts";

/** Asks a person questions. */
export interface Asker {
  /** How many questions were asked so far. */
  readonly asked: number;
  choose<T extends string>(question: string, options: readonly Option<T>[], initial?: T): Promise<T>;
  /** @param fault what is wrong with an answer, in words; undefined when nothing is */
  line(question: string, initial?: string, fault?: (answer: string) => string | undefined): Promise<string>;
  secret(question: string): Promise<string>;
  agree(question: string): Promise<boolean>;
}

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/** The person cancelled a question. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** A person at a terminal. Questions go to stderr where stdout belongs to a program. */
export function personAtTerminal(output: NodeJS.WriteStream): Asker {
  let asked = 0;
  async function answered<T extends string | boolean>(question: Promise<T | symbol>): Promise<T> {
    asked++;
    const answer = await question;
    if (typeof answer !== "symbol") return answer;
    cancel("Nothing was changed.", { output });
    throw new Cancelled("cancelled");
  }
  return {
    get asked() {
      return asked;
    },
    choose: <T extends string>(message: string, options: readonly Option<T>[], initialValue?: T) => {
      const shown = options.map((option) => ({ ...option }) as { value: T; label: string; hint?: string });
      // Of T, a type of texts, clack cannot tell that its options need no more than these.
      const question = select<string>({ message, options: shown, output, ...(initialValue && { initialValue }) });
      return answered(question as Promise<T | symbol>);
    },
    line: (message, initialValue, fault) =>
      answered<string>(
        text({ message, output, ...(initialValue && { initialValue }), validate: (value) => fault?.(value ?? "") }),
      ),
    secret: (message) =>
      answered<string>(
        password({ message, output, validate: (value) => (value ? undefined : "An answer is needed.") }),
      ),
    agree: (message) => answered<boolean>(confirm({ message, output })),
  };
}
