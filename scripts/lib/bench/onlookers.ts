import { Child } from "./child.js";

/** What the consoles follow. */
export interface Follow {
  readonly url: string;
  readonly key: string;
  readonly consoles: number;
}

/** What they have received. */
export interface Seen {
  readonly events: number;
  readonly bytes: number;
  /** Connections that ended. */
  readonly lost: number;
  readonly spans: number;
}

export interface OnlookersPlan {
  /** Number of consoles that follow all calls. */
  readonly consoles: number;
  /** Whether the controller sends traces. */
  readonly traces: boolean;
}

const KEY = "key-of-the-benchmark";

/** Consoles, and a trace collector, in their own process. */
export class Onlookers implements AsyncDisposable {
  /** The settings of a controller for tracing to them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly #child: Child;
  readonly #consoles: number;

  private constructor(child: Child, collector: string, { consoles, traces }: OnlookersPlan) {
    this.#child = child;
    this.#consoles = consoles;
    this.settings = {
      ...(consoles > 0 && { API_KEYS: `bench:read+transcripts:${KEY}` }),
      ...(traces && { OTEL_EXPORTER_OTLP_ENDPOINT: collector }),
    };
  }

  static async start(plan: OnlookersPlan, signal: AbortSignal): Promise<Onlookers> {
    const { child, first } = await Child.start<{ collector: string }>("onlookers", null, signal);
    return new Onlookers(child, first.collector, plan);
  }

  /** Makes them follow the calls of the controller at `url`. */
  async follow(url: string, signal: AbortSignal): Promise<void> {
    if (this.#consoles === 0) return;
    const follow: Follow = { url, key: KEY, consoles: this.#consoles };
    await this.#child.ask({ follow }, signal);
  }

  seen(signal: AbortSignal): Promise<Seen> {
    return this.#child.ask("seen", signal);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#child[Symbol.asyncDispose]();
  }
}
