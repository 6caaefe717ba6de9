import type { Span } from "../../../src/observability/trace.js";

/** A span that keeps what becomes of it and its children. */
export class RecordedSpan implements Span {
  readonly traceId = "0af7651916cd43dd8448eb211c80319c";
  readonly traceparent = `00-${this.traceId}-b7ad6b7169203331-01`;
  readonly children: RecordedSpan[] = [];
  failure: string | undefined;
  hasEnded = false;

  constructor(readonly name = "call") {}

  child(name: string): RecordedSpan {
    const child = new RecordedSpan(name);
    this.children.push(child);
    return child;
  }

  set(): void {}
  said(): void {}

  fail(type: string): void {
    this.failure = type;
  }

  end(): void {
    this.hasEnded = true;
  }

  /** Each descendant by its path, with what it failed of. */
  get tree(): readonly string[] {
    return this.children.flatMap((child) => [
      [child.name, child.failure, child.hasEnded ? "" : "not ended"].filter(Boolean).join(": "),
      ...child.tree.map((path) => `${child.name} › ${path}`),
    ]);
  }
}
