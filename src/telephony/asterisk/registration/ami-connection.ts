import { once } from "node:events";
import { connect } from "node:net";
import { unlessAborted, withDeadline } from "../../../kernel/deadline.js";
import { Ending } from "../../../kernel/ending.js";
import { AttendantError, describe } from "../../../kernel/errors.js";
import { linesOf } from "../../../kernel/lines-of.js";
import type { Scope } from "../../../kernel/scope.js";

export interface AmiCredentials {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/** One message of the Asterisk Manager Interface: header values by lower-case name; of a repeated header, the last value. */
export type AmiMessage = Readonly<Record<string, string>>;

const OPEN_MS = 3_000;
const ANSWER_MS = 3_000;

export interface AmiConnection {
  /** Sends an action and returns its response and the events that belong to it, up to the one that completes the list. */
  ask(action: string, headers?: Readonly<Record<string, string>>): Promise<readonly AmiMessage[]>;
}

/**
 * Opens a connection to the manager interface and logs in.
 *
 * @param scope scope of the connection: its end closes the socket; if the socket ends, it ends as `failed`
 * @param onEvent called with events that belong to no action
 * @throws {AttendantError} `asterisk_unreachable` or `asterisk_credentials_refused`
 */
export async function openAmi(
  { host, port, user, password }: AmiCredentials,
  scope: Scope,
  onEvent: (event: AmiMessage) => void,
): Promise<AmiConnection> {
  const socket = connect({ host, port });
  const lost = (detail: string) =>
    scope.end(new Ending("failed", `the manager connection to ${host}:${port} ended: ${detail}`));
  socket.on("error", (error) => lost(error.message));
  socket.on("close", () => lost("closed"));
  scope.onEnd(() => socket.destroy());
  await withDeadline(OPEN_MS, scope.signal, "connecting to the manager interface", (signal) =>
    once(socket, "connect", { signal }),
  );

  const answers = new Map<string, (message: AmiMessage) => void>();
  let message: Record<string, string> = {};
  const read = (line: string) => {
    if (line !== "") {
      const colon = line.indexOf(":"); // The banner has none and is skipped.
      if (colon > 0) message[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
      return;
    }
    const whole = message;
    message = {};
    const answer = answers.get(whole.actionid ?? "");
    if (answer) answer(whole);
    else if (whole.event) onEvent(whole);
  };
  void (async () => {
    for await (const line of linesOf(socket)) read(line);
  })().catch((error) => lost(describe(error)));

  let latest = 0;
  async function ask(action: string, headers: Readonly<Record<string, string>> = {}): Promise<AmiMessage[]> {
    const id = String(++latest);
    const lines = Object.entries({ Action: action, ActionID: id, ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const received: AmiMessage[] = [];
    const complete = new Promise<void>((resolve) => {
      answers.set(id, (answer) => {
        received.push(answer);
        const listFollows = answer.response === "Success" && answer.eventlist === "start";
        if (answer.eventlist === "Complete" || (answer.response && !listFollows)) resolve();
      });
    });
    try {
      socket.write(`${lines.join("")}\r\n`);
      await withDeadline(ANSWER_MS, scope.signal, `the manager action ${action}`, (signal) =>
        unlessAborted(signal, complete),
      );
      return received;
    } finally {
      answers.delete(id);
    }
  }

  const [login] = await ask("Login", { Username: user, Secret: password });
  if (login?.response !== "Success") {
    throw new AttendantError(
      "asterisk_credentials_refused",
      `Asterisk refused the manager user "${user}": check AMI_USER and AMI_PASSWORD against manager.conf`,
    );
  }
  return { ask };
}
