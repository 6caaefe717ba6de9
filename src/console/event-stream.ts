/** One server-sent event. */
export interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Parses server-sent events from a stream of text pieces, as the HTML standard defines; comments are ignored. `EventSource`
 * cannot send a key, so the answer to an ordinary request is read.
 */
export class EventParser {
  #rest = "";
  #name = "";
  #data: string[] = [];

  /** @param piece the next one @returns the events that it completes */
  push(piece: string): StreamEvent[] {
    const lines = (this.#rest + piece).split("\n");
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#line(line.replace(/\r$/, "")) ?? []);
  }

  #line(line: string): StreamEvent | undefined {
    if (line === "") {
      const event = { name: this.#name || "message", data: this.#data.join("\n") };
      const isWhole = this.#data.length > 0;
      [this.#name, this.#data] = ["", []];
      return isWhole ? event : undefined;
    }
    const [, field, value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === "event") this.#name = value;
    else if (field === "data") this.#data.push(value);
    return undefined;
  }
}
