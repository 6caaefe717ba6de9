import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import root from "otlp-schema/build/src/generated/root.js";

/** A span as it came, its ids in hexadecimal, its times in ms since the epoch. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty of one that has none. */
  readonly parentId: string;
  readonly kind: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly links: readonly string[];
  readonly service: string;
}

type Value = { stringValue?: string; intValue?: string; doubleValue?: number; boolValue?: boolean };
type KeyValue = { key: string; value: Value };
interface Request {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly Record<string, unknown>[] }[];
  }[];
}

/** The part of the compiled schema that is used here; the package declares less of itself. */
interface Message {
  decode(body: Uint8Array): object;
  /** What is wrong; null where nothing is. */
  verify(message: object): string | null;
  toObject(message: object, options: object): unknown;
}
interface Schema {
  readonly opentelemetry: {
    readonly proto: {
      readonly collector: { readonly trace: { readonly v1: { readonly ExportTraceServiceRequest: Message } } };
    };
  };
}

/**
 * A collector that takes traces by OTLP over HTTP, on 127.0.0.1. What comes is decoded by the protocol's own schema (that of the
 * OpenTelemetry project, as it published it compiled), and refused where it does not fit it.
 */
export class OtlpReceiver implements AsyncDisposable {
  readonly spans: ReceivedSpan[] = [];
  readonly headers: Readonly<Record<string, unknown>>[] = [];
  readonly faults: string[] = [];
  /** How it answers in place of taking what comes. */
  otherwise: ((response: ServerResponse) => void) | undefined;
  requests = 0;
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.requests++;
    this.headers.push(request.headers);
    if (this.otherwise) return this.otherwise(response);
    if (request.url !== "/v1/traces" || request.headers["content-type"] !== "application/x-protobuf")
      this.faults.push(`${request.url} ${request.headers["content-type"]}`);
    try {
      this.spans.push(...spansOf(Buffer.concat(chunks)));
    } catch (error) {
      this.faults.push(String(error));
    }
    response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
    this.#server.emit("taken");
  });

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    receiver.#server.listen(0, "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves with the span that fits, as soon as it is there. */
  async has(fits: (span: ReceivedSpan) => boolean, ms = 20_000): Promise<ReceivedSpan> {
    const signal = AbortSignal.timeout(ms);
    for (;;) {
      const found = this.spans.find(fits);
      if (found) return found;
      await once(this.#server, "taken", { signal }).catch(() => {
        throw new Error(`no such span within ${ms} ms; there are ${this.spans.map(({ name }) => name).join()}`);
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

function spansOf(body: Buffer): ReceivedSpan[] {
  const type = (root as unknown as Schema).opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
  const decoded = type.decode(body);
  const fault = type.verify(decoded);
  if (fault) throw new Error(fault);
  const request = type.toObject(decoded, { longs: String, enums: String, bytes: Buffer, defaults: true }) as Request;
  return request.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map((span) => spanOf(span, attributesOf(resource.attributes)))),
  );
}

function spanOf(span: Record<string, unknown>, resource: ReceivedSpan["attributes"]): ReceivedSpan {
  const hex = (bytes: unknown) => Buffer.from(bytes as Uint8Array).toString("hex");
  const [traceId, spanId, parentId] = [hex(span.traceId), hex(span.spanId), hex(span.parentSpanId)];
  if (!/^[0-9a-f]{32}$/.test(traceId) || !/^[0-9a-f]{16}$/.test(spanId)) throw new Error("ids of a wrong length");
  const ms = (nanoseconds: unknown) => Number(BigInt(String(nanoseconds)) / 1000n) / 1000;
  return {
    name: String(span.name),
    ...{ traceId, spanId, parentId },
    kind: String(span.kind),
    startMs: ms(span.startTimeUnixNano),
    endMs: ms(span.endTimeUnixNano),
    isError: (span.status as { code?: string } | null)?.code === "STATUS_CODE_ERROR",
    attributes: attributesOf(span.attributes as KeyValue[]),
    links: (span.links as { traceId: unknown }[]).map((link) => hex(link.traceId)),
    service: String(resource["service.name"]),
  };
}

function attributesOf(pairs: readonly KeyValue[]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    pairs.map(({ key, value: { stringValue, intValue, doubleValue, boolValue } }) => [
      key,
      stringValue ||
        (intValue !== undefined && intValue !== "0" ? Number(intValue) : ((doubleValue || boolValue) ?? "")),
    ]),
  );
}
