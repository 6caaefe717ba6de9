import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { Transform } from "node:stream";

interface Way {
  readonly near: Socket;
  readonly far: Socket;
  /** The first line of what the near side sent: of HTTP, method and path. */
  request: string;
}

/** Hands on what it is given, as late as it is told to at that moment, in the same order. */
function late(delayMs: () => number): Transform {
  const waiting: { readonly due: number; readonly chunk: Buffer }[] = [];
  let emptied = () => {};
  const way = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const due = Math.max(waiting.at(-1)?.due ?? 0, performance.now() + delayMs());
      if (waiting.push({ due, chunk }) === 1) handOn();
      done();
    },
    flush(done) {
      if (waiting.length === 0) return done();
      emptied = done;
    },
  });
  const handOn = () => {
    for (let [next] = waiting; next && !way.destroyed; [next] = waiting) {
      const leftMs = next.due - performance.now();
      if (leftMs > 0) return void setTimeout(handOn, Math.ceil(leftMs));
      way.push(waiting.shift()?.chunk);
    }
    emptied();
  };
  return way;
}

/** A way to a server that can fail: what goes through it can be reset, held up, delayed, and not be let in. */
export class TcpProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #ways = new Set<Way>();
  /** Requests that begin with it are not let in. */
  #refused: string | undefined;
  /** How many connections it carried that began with a request like that. */
  readonly requests: string[] = [];
  /** How long everything takes on the way, each way, ms. */
  delayMs = 0;

  private constructor(server: Server, target: URL) {
    this.#server = server;
    server.on("connection", (near: Socket) => {
      const far = connect(Number(target.port), target.hostname);
      const way: Way = { near, far, request: "" };
      this.#ways.add(way);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.setNoDelay(true);
        from.on("error", () => {});
        from.on("close", () => {
          this.#ways.delete(way);
          to.destroy();
        });
      }
      near.once("data", (first: Buffer) => {
        way.request = first.toString("latin1").split("\r\n", 1)[0] ?? "";
        this.requests.push(way.request);
        if (this.#refused !== undefined && way.request.startsWith(this.#refused)) return void near.resetAndDestroy();
        const onward = near.pipe(late(() => this.delayMs));
        onward.pipe(far);
        onward.write(first);
      });
      far.pipe(late(() => this.delayMs)).pipe(near);
    });
  }

  /** @param address the address to listen on */
  static async to(url: string, address = "127.0.0.1"): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, new URL(url));
    server.listen(0, address);
    await once(server, "listening");
    return proxy;
  }

  get url(): string {
    const { address, port } = this.#server.address() as AddressInfo;
    return `http://${address}:${port}`;
  }

  /** Cuts the connections that began with a request like `GET /media/`, on both sides, as by a reset. Returns how many. */
  reset(request: string): number {
    const ways = this.#begunWith(request);
    for (const { near, far } of ways) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
    return ways.length;
  }

  /** Carries nothing more on them, either way; they stay open. Returns how many. */
  stall(request: string): number {
    const ways = this.#begunWith(request);
    for (const { near, far } of ways) {
      near.unpipe().pause();
      far.unpipe().pause();
    }
    return ways.length;
  }

  /** Lets nobody in who begins with that; everybody again without an argument. */
  refuse(request?: string): void {
    this.#refused = request;
  }

  #begunWith(request: string): Way[] {
    return [...this.#ways].filter((way) => way.request.startsWith(request));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { near, far } of this.#ways) {
      near.destroy();
      far.destroy();
    }
    this.#server.close();
    if (this.#server.listening) await once(this.#server, "close");
  }
}
