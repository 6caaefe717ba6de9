const POLL_MS = 50;
const OVER = new Set(["completed", "no_answer", "busy", "failed", "cancelled"]);

/** An answer of the REST interface. */
export interface RestAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** A call as `GET /call/{id}` shows it; what of it the tests look at. */
export interface ShownCall {
  readonly call_id: string;
  readonly status: string;
  readonly extension: string;
  readonly created_at: string;
  readonly answered_at: string | null;
  readonly ended_at: string | null;
  readonly duration_seconds: number;
  readonly message_played: boolean;
  readonly choice_status: string | null;
  readonly choice_response: string | null;
  readonly error: string | null;
}

/** A schedule as `GET /schedule/{id}` shows it; what of it the tests look at. */
export interface ShownSchedule {
  readonly schedule_id: string;
  readonly extension: string;
  readonly status: string;
  readonly kind: string;
  readonly scheduled_for: string | null;
  readonly remaining_seconds: number;
  readonly recurring: string | null;
  readonly last_run: string | null;
  readonly last_outcome: string | null;
  readonly last_call_id: string | null;
  readonly last_error: string | null;
}

/** A program that uses the service over REST. Where that is may change: it is asked for with every request. */
export class RestClient {
  readonly #url: () => string;

  constructor(url: () => string) {
    this.#url = url;
  }

  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<RestAnswer> {
    const response = await fetch(`${this.#url()}${path}`, {
      method,
      // A kept connection that the service has just closed as idle would fail a request.
      headers: { ...headers, connection: "close", ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: (await response.json()) as Record<string, unknown>,
      headers: response.headers,
    };
  }

  /** Asks for a call, with an `Idempotency-Key` if there is one. */
  placeCall(body: Readonly<Record<string, unknown>>, key?: string): Promise<RestAnswer> {
    return this.ask("POST", "/call", body, key === undefined ? {} : { "idempotency-key": key });
  }

  async call(callId: string): Promise<ShownCall> {
    const { status, body } = await this.ask("GET", `/call/${callId}`);
    if (status !== 200) throw new Error(`GET /call/${callId} was answered with ${status}: ${JSON.stringify(body)}`);
    return body as unknown as ShownCall;
  }

  /** Every call that is listed, page by page. */
  async calls(): Promise<readonly ShownCall[]> {
    const all: ShownCall[] = [];
    for (let cursor: unknown; cursor !== null;) {
      const query = cursor === undefined ? "" : `&cursor=${encodeURIComponent(String(cursor))}`;
      const { body } = await this.ask("GET", `/call?limit=100${query}`);
      all.push(...(body.calls as ShownCall[]));
      cursor = body.next_cursor;
    }
    return all;
  }

  /** Waits until a call passes `test`: it is a state over HTTP, there is nothing to wait on. */
  async callUntil(callId: string, test: (call: ShownCall) => boolean, withinMs = 10_000): Promise<ShownCall> {
    return until(() => this.call(callId), test, withinMs);
  }

  /** Waits until the calls that there are pass `test`. */
  callsUntil(test: (calls: readonly ShownCall[]) => boolean, withinMs = 10_000): Promise<readonly ShownCall[]> {
    return until(() => this.calls(), test, withinMs);
  }

  callOver(callId: string, withinMs?: number): Promise<ShownCall> {
    return this.callUntil(callId, ({ status }) => OVER.has(status), withinMs);
  }

  async schedule(scheduleId: string): Promise<ShownSchedule> {
    const { status, body } = await this.ask("GET", `/schedule/${scheduleId}`);
    if (status !== 200) throw new Error(`GET /schedule/${scheduleId} was answered with ${status}`);
    return body as unknown as ShownSchedule;
  }

  /** Waits until a schedule passes `test`. The store may be away meanwhile. */
  async scheduleUntil(
    scheduleId: string,
    test: (schedule: ShownSchedule) => boolean,
    withinMs = 10_000,
  ): Promise<ShownSchedule> {
    const isShown = (shown: ShownSchedule | string): shown is ShownSchedule => typeof shown !== "string" && test(shown);
    return until(() => this.schedule(scheduleId).catch(String), isShown, withinMs);
  }
}

/** Asks again and again until what is shown passes `test`. */
async function until<T, S extends T>(
  ask: () => Promise<T>,
  test: ((shown: T) => boolean) | ((shown: T) => shown is S),
  withinMs: number,
): Promise<S> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const shown = await ask();
    if (test(shown)) return shown as S;
    if (performance.now() > deadline) throw new Error(`after ${withinMs} ms it still is ${JSON.stringify(shown)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
