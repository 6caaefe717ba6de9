import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

/** What a request meets: `reset` cuts its connection, `lost` carries it out and cuts before the answer, a number answers so. */
export type RequestFault = "reset" | "lost" | number;

/**
 * Stands between a controller and Asterisk's HTTP port. Requests can be made to fail while the event stream and the media
 * sockets go on.
 */
export class AriProxy implements AsyncDisposable {
  /** What happens to requests; undefined is all well. */
  fault: RequestFault | undefined;
  /** Which requests it happens to, by method and path, such as `DELETE /ari/channels/`. */
  faulty: (line: string) => boolean = () => true;
  /** How many requests have met the fault. */
  failed = 0;
  readonly #server: Server;
  readonly #target: URL;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #sockets = new Set<Duplex>();

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.#target = target;
    server.on("request", (given, response) => this.#carry(given, response));
    server.on("upgrade", (given, socket, head) => this.#join(given, socket, head));
    server.on("connection", (socket) => this.#keep(socket));
  }

  static async to(url: string): Promise<AriProxy> {
    const server = createServer();
    const proxy = new AriProxy(server, new URL(url));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    if (this.#server.listening) await once(this.#server, "close");
  }

  #carry(given: IncomingMessage, response: ServerResponse): void {
    const { hostname, port } = this.#target;
    const fault = this.faulty(`${given.method} ${given.url}`) ? this.fault : undefined;
    if (fault !== undefined) this.failed++;
    if (fault === "reset") return void given.socket.resetAndDestroy();
    if (typeof fault === "number") return void response.writeHead(fault).end(`{"message":"made to fail"}`);
    const { method, url: path, headers } = given;
    const onward = request({ hostname, port, method, path, headers, agent: this.#agent }, (answer) => {
      if (fault === "lost") return void given.socket.resetAndDestroy();
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    given.pipe(onward);
  }

  #join(given: IncomingMessage, near: Duplex, head: Buffer): void {
    const far = connect(Number(this.#target.port), this.#target.hostname);
    this.#keep(far);
    const lines = given.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
    far.write(`${given.method} ${given.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    far.write(head);
    far.pipe(near).pipe(far);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("error", () => {});
      one.on("close", () => other.destroy());
    }
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => this.#sockets.delete(socket));
  }
}
