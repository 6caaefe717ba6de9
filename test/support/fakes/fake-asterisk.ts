import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { ARI_OPERATIONS, type AriOperation, ariDescription, pathParameters } from "./ari-description.js";
import { FakeLoop } from "./fake-loop.js";
import { FakeMedia } from "./fake-media.js";

export interface AriRequest {
  readonly operation: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Originated {
  readonly variables?: Readonly<Record<string, string>>;
}

/** What a path is answered with instead of the truth. `hang`: nothing; `cut`: half of it; `garbage`: no JSON. */
export type Fault = "hang" | "cut" | "garbage" | { readonly status: number; readonly body: string };

interface FakeChannel {
  readonly id: string;
  state: string;
  inApplication: boolean;
  /** Its place in the dialplan. */
  context?: string;
}

const MODULES = [
  ...["res_timing_pthread.so", "bridge_softmix.so"],
  ...["chan_websocket.so", "res_http_websocket.so", "app_stasis.so", "res_stasis.so", "res_stasis_answer.so"],
  ...["res_ari_applications.so", "res_ari_bridges.so", "res_ari_channels.so", "res_ari_events.so", "func_global.so"],
];

/**
 * The side of Asterisk that a controller sees: ARI over HTTP with its description, the event stream, and media sockets.
 * What channels do is up to the test. A second one can be started on the port of a first.
 */
export class FakeAsterisk implements AsyncDisposable {
  readonly user = "attendant";
  readonly password: string;
  readonly requests: AriRequest[] = [];
  readonly channels = new Map<string, FakeChannel>();
  /** Which channels are in which bridge. */
  readonly bridges = new Map<string, Set<string>>();
  readonly media: FakeMedia[] = [];
  /** Its global variables. */
  readonly variables = new Map<string, string>();
  version = "22.10.1";
  /** When it was started. */
  startupTime = "2026-01-01T00:00:00.000+0000";
  /** Whether its user may only read. */
  readOnly = false;
  /** The modules that it has loaded. */
  readonly modules = new Set(MODULES);
  /** Those of them that declined to run. */
  readonly declined = new Set<string>();
  readonly loop = new FakeLoop();
  /** By the beginning of the path below `/ari/`. */
  readonly faults = new Map<string, Fault>();
  /** Called with every request to originate, before it is answered; what it throws refuses. */
  onOriginate: (channelId: string) => void | Promise<void> = () => {};
  /** Called with every request that is about to be carried out: what happens meanwhile, or what it waits for. */
  onAsked: (operation: string, parameters: AriRequest["parameters"]) => unknown = () => {};
  /** Whether another client has the application: events go to it, and channels of whoever looks stay. */
  isTaken = false;
  /** Whether no event comes, though the event stream stands. */
  isMute = false;
  /** How often the application was taken from another client. */
  stolen = 0;
  /** How often somebody has tried to get in, for whatever. */
  knocks = 0;
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  readonly #events = new Set<WebSocket>();
  readonly #connections = new Set<Duplex>();
  #app = "attendant";
  #changed: (() => void)[] = [];

  private constructor(server: Server, sockets: WebSocketServer, password: string) {
    this.#server = server;
    this.#sockets = sockets;
    this.password = password;
    server.on("request", (request, response) => void this.#answer(request, response));
    server.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
    server.on("connection", (socket) => {
      this.knocks++;
      this.#connections.add(socket);
      socket.on("close", () => this.#connections.delete(socket));
    });
  }

  /** @param pongs whether its event stream answers pings */
  static async start({ port = 0, password = "secret", pongs = true } = {}): Promise<FakeAsterisk> {
    const server = createServer();
    const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, autoPong: pongs });
    const fake = new FakeAsterisk(server, sockets, password);
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return fake;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get credentials() {
    return { url: `http://127.0.0.1:${this.port}`, user: this.user, password: this.password };
  }

  /** How many event streams are open. */
  get attached(): number {
    return this.#events.size;
  }

  /** The requests of one kind, without those for the controller's calls to itself. */
  asked(operation: string): AriRequest[] {
    return this.requests.filter((request) => request.operation === operation && !this.loop.has(request.parameters));
  }

  /** Waits until `test` passes; looks again at every request and connection. */
  async until(test: () => boolean): Promise<void> {
    while (!test()) await new Promise<void>((resolve) => this.#changed.push(resolve));
  }

  /** Another client takes the application. */
  takesApplication(): void {
    this.emit({ type: "ApplicationReplaced", application: this.#app });
    this.isTaken = true;
  }

  emit(event: object | string): void {
    if (this.isTaken || this.isMute) return;
    for (const socket of this.#events) socket.send(typeof event === "string" ? event : JSON.stringify(event));
  }

  /** Something happens to a channel. */
  happens(type: string, id: string, further: object = {}): void {
    this.emit({ type, application: this.#app, channel: this.#shown(id), ...further });
  }

  rings(id: string): void {
    this.#set(id, { state: "Ringing" });
    this.happens("ChannelStateChange", id);
  }

  answers(id: string): void {
    this.#set(id, { state: "Up", inApplication: true });
    this.happens("StasisStart", id, { args: [] });
  }

  ends(id: string, cause = 16, sipCode?: number): void {
    this.happens("ChannelHangupRequest", id);
    this.#leaves(id);
    if (this.channels.get(id)?.inApplication) this.happens("StasisEnd", id);
    this.happens("ChannelDestroyed", id, { cause, ...(sipCode && { tech_cause: sipCode }) });
    this.channels.delete(id);
    this.media.find(({ channelId }) => channelId === id)?.socket.close(1000);
  }

  /** Somebody who is no controller takes the channel out of the application: into the dialplan, say. */
  takesAway(id: string): void {
    this.#leaves(id);
    this.#set(id, { inApplication: false });
    this.happens("StasisEnd", id);
  }

  /** The dialplan takes a channel that has lost its media out of the application, and has it wait. */
  takesIntoWait(id: string): void {
    this.#set(id, { context: "attendant-wait" });
    this.takesAway(id);
  }

  /** A channel that waited comes back into the application. */
  comesBack(id: string): void {
    this.#set(id, { inApplication: true });
    this.happens("StasisStart", id, { args: ["", "returning"] });
  }

  /** Somebody who is no controller takes a channel out of its bridge. */
  kicks(id: string): void {
    this.#leaves(id);
  }

  /** Somebody who is no controller destroys all bridges. */
  destroysBridges(): void {
    for (const [bridge, channels] of [...this.bridges]) {
      for (const id of [...channels]) this.#leaves(id);
      this.bridges.delete(bridge);
    }
  }

  /** Somebody calls. */
  calls(id: string, caller = "2001", exten = "8000"): void {
    this.channels.set(id, { id, state: "Ring", inApplication: true });
    this.happens("StasisStart", id, {
      args: [exten],
      channel: { ...this.#shown(id), caller: { number: caller, name: "" }, dialplan: { exten } },
    });
  }

  /** Closes the event streams, as a network does. */
  loseEvents(): void {
    for (const socket of this.#events) socket.terminate();
    this.#events.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#connections) socket.destroy();
    this.#sockets.close();
    this.#server.close();
    if (this.#server.listening) await once(this.#server, "close");
  }

  #set(id: string, change: Partial<FakeChannel>): void {
    this.channels.set(id, { id, state: "Down", inApplication: false, ...this.channels.get(id), ...change });
  }

  #shown(id: string) {
    const { state = "Up", inApplication = false, context = "" } = this.channels.get(id) ?? {};
    const place = inApplication ? { app_name: "Stasis", app_data: `${this.#app},8000` } : {};
    return {
      id,
      name: `PJSIP/${id}`,
      state,
      caller: { number: "", name: "" },
      dialplan: { context, exten: "", ...place },
    };
  }

  #isLetIn({ headers: { authorization } }: IncomingMessage): boolean {
    return authorization === `Basic ${Buffer.from(`${this.user}:${this.password}`).toString("base64")}`;
  }

  #fault(path: string): Fault | undefined {
    return [...this.faults].find(([start]) => path.startsWith(start))?.[1];
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? "", "http://fake");
    const path = pathname.replace(/^\/ari\//, "");
    const send = (status: number, value: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(value === undefined ? "" : JSON.stringify(value));
    };
    // Such a request is made with fetch, which watches a connection that is kept with a timer of its own: set by the real
    // clock and cleared by a mocked one, it goes off in an object that is gone, and fails whatever test comes next.
    if (request.headers["sec-fetch-mode"]) response.shouldKeepAlive = false;
    const fault = this.#fault(path);
    if (fault === "hang") return;
    if (fault === "cut") {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"apis": [', () => response.destroy());
      return;
    }
    if (fault === "garbage") return void response.writeHead(200).end("<html>not what you think</html>");
    if (fault) return void response.writeHead(fault.status).end(fault.body);
    if (!this.#isLetIn(request)) return send(401, { error: "Authentication required" });
    if (this.readOnly && request.method !== "GET") return send(403, { message: "Write access denied" });
    if (path === "asterisk/info") {
      return send(200, { system: { version: this.version }, status: { startup_time: this.startupTime } });
    }
    const document = /^api-docs\/(\w+)\.json$/.exec(path)?.[1];
    if (document) {
      const description = ariDescription(document, `http://${request.headers.host}/ari`);
      return send(description ? 200 : 404, description);
    }
    for (const operation of ARI_OPERATIONS) {
      const parameters = matched(operation, request.method, `/${path}`, searchParams);
      if (!parameters) continue;
      const body: unknown = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString() || "null") : null;
      this.requests.push({ operation: operation.name, parameters, body });
      await this.onAsked(operation.name, parameters);
      const [status, value] = await this.#carryOut(operation.name, parameters, body);
      this.#change();
      return send(status, value);
    }
    send(404, { message: "Resource not found" });
  }

  async #carryOut(
    operation: string,
    given: Readonly<Record<string, string>>,
    body: unknown,
  ): Promise<[number, unknown?]> {
    const { channelId: id = "", bridgeId = "", applicationName } = given;
    const isThere = this.channels.has(id);
    switch (operation) {
      case "channels.list":
        return [200, [...this.channels.keys()].map((each) => this.#shown(each))];
      case "bridges.list":
        return [200, [...this.bridges].map(([each, channels]) => ({ id: each, channels: [...channels] }))];
      case "applications.get": {
        const ids = [...this.channels.values()].filter(({ inApplication }) => inApplication).map((each) => each.id);
        if (this.attached === 0 && !this.isTaken) return [404, { message: "Application not found" }];
        return [200, { name: applicationName, channel_ids: ids }];
      }
      case "channels.get":
        return isThere ? [200, this.#shown(id)] : [404, { message: "Channel not found" }];
      case "channels.create":
        if (this.isTaken || this.attached > 0) this.#set(id, { inApplication: true });
        return [200, this.#shown(id)];
      case "channels.hangup":
        if (!isThere) return [404, { message: "Channel not found" }];
        this.#hangUp(id);
        return [204];
      case "channels.answer":
        this.#answered(id);
        return [204];
      case "channels.getChannelVar":
        if (!isThere) return [404, { message: "Channel not found" }];
        return [200, { value: this.variables.get(given.variable ?? "") ?? "" }];
      case "channels.continueInDialplan":
        this.#leaves(id);
        this.#set(id, { inApplication: false });
        this.happens("StasisEnd", id);
        return [204];
      case "channels.originate":
        if (given.endpoint?.startsWith("Local/loopback@stasis-"))
          return this.#callsItself(id, given.otherChannelId ?? "");
        try {
          await this.onOriginate(id);
        } catch (error) {
          return [500, { error: (error as Error).message }];
        }
        this.#set(id, {});
        for (const [name, value] of Object.entries((body as Originated | null)?.variables ?? {})) {
          const variable = /^GLOBAL\((.+)\)$/.exec(name)?.[1];
          if (variable && this.modules.has("func_global.so")) this.variables.set(variable, value);
        }
        return [200, this.#shown(id)];
      case "asterisk.listModules":
        return [200, [...this.modules].map((name) => ({ name, status: this.#status(name) }))];
      case "asterisk.getModule":
        return this.modules.has(given.moduleName ?? "")
          ? [200, { name: given.moduleName, status: "Running" }]
          : [404, { message: "Module could not be found in running modules" }];
      case "asterisk.getGlobalVar":
        // Asterisk evaluates functions for channels only.
        if (given.variable?.endsWith(")")) return [200, { value: "" }];
        return [200, { value: this.variables.get(given.variable ?? "") ?? "" }];
      case "asterisk.setGlobalVar":
        if (given.value) this.variables.set(given.variable ?? "", given.value);
        else this.variables.delete(given.variable ?? "");
        return [204];
      case "channels.externalMedia":
        this.#set(id, { state: "Up", inApplication: true });
        this.happens("StasisStart", id, { args: [] });
        return [200, { ...this.#shown(id), channelvars: { MEDIA_WEBSOCKET_CONNECTION_ID: `connection-${id}` } }];
      case "bridges.createWithId":
        this.bridges.set(bridgeId, new Set());
        return [200, { id: bridgeId, channels: [] }];
      case "bridges.destroy":
        for (const each of this.bridges.get(bridgeId) ?? []) this.#leaves(each);
        return this.bridges.delete(bridgeId) ? [204] : [404, { message: "Bridge not found" }];
      case "bridges.addChannel": {
        const channels = (given.channel ?? "").split(",");
        if (!this.bridges.has(bridgeId)) return [404, { message: "Bridge not found" }];
        if (channels.some((each) => this.channels.get(each)?.inApplication === false))
          return [422, { message: "Channel not in Stasis application" }];
        this.#bridged(bridgeId, channels);
        return [204];
      }
      case "bridges.removeChannel":
        this.#leaves(given.channel ?? "");
        return [204];
      case "endpoints.get":
        return [200, { technology: "PJSIP", resource: given.resource, state: "online", channel_ids: [] }];
      default:
        return [204];
    }
  }

  #status(module: string): string {
    return this.declined.has(module) ? "Not Running" : "Running";
  }

  #callsItself(calling: string, called: string): [number, unknown] {
    this.loop.begins(calling, called);
    this.#set(calling, {});
    this.#set(called, { state: "Ring", inApplication: true });
    this.happens("StasisStart", called, { args: [] });
    return [200, this.#shown(calling)];
  }

  #answered(id: string): void {
    const calling = this.loop.otherHalf(id);
    if (calling) this.answers(calling);
  }

  #hangUp(id: string): void {
    this.ends(id);
    const otherHalf = this.loop.otherHalf(id);
    if (otherHalf && this.channels.has(otherHalf)) this.ends(otherHalf);
  }

  #bridged(bridgeId: string, channels: readonly string[]): void {
    const half = channels.find((id) => this.loop.otherHalf(id));
    const media = this.media.find(({ channelId }) => channels.includes(channelId));
    if (half && media) {
      this.media.splice(this.media.indexOf(media), 1);
      this.loop.joins(half, media, [bridgeId, ...channels]);
    }
    for (const id of channels) {
      this.#leaves(id);
      this.bridges.get(bridgeId)?.add(id);
      this.happens("ChannelEnteredBridge", id, { bridge: { id: bridgeId } });
    }
  }

  #leaves(id: string): void {
    for (const [bridge, channels] of this.bridges) {
      if (channels.delete(id)) this.happens("ChannelLeftBridge", id, { bridge: { id: bridge } });
    }
  }

  /** A channel that lives when its socket closes is lost with it. */
  #closed({ channelId }: FakeMedia): void {
    if (this.channels.has(channelId)) this.ends(channelId, 38);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://fake");
    const isMedia = pathname.startsWith("/media/");
    const fault = this.#fault(pathname.slice(1));
    if (fault === "hang") return;
    if (fault || (!isMedia && !this.#isLetIn(request))) return void socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on("error", () => {});
      if (isMedia) {
        const media = new FakeMedia(opened, pathname.replace(/^.media.connection-/, ""));
        this.media.push(media);
        opened.on("close", () => this.#closed(media));
      } else {
        if (this.isTaken) this.stolen++;
        this.isTaken = false;
        this.#app = searchParams.get("app") ?? "";
        this.#events.add(opened);
        opened.on("close", () => this.#events.delete(opened));
      }
      this.#change();
    });
  }

  #change(): void {
    for (const tell of this.#changed.splice(0)) tell();
  }
}

/** The parameters of a request, if it is for this operation. */
function matched(
  { method, path, query }: AriOperation,
  given: string | undefined,
  asked: string,
  search: URLSearchParams,
): Record<string, string> | undefined {
  const names = pathParameters(path);
  const values = new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`).exec(asked)?.slice(1);
  if (given !== method || !values) return undefined;
  const parameters = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? "")]));
  for (const [name, value] of search) {
    if (!query.includes(name)) throw new Error(`${method} ${path} has no parameter ${name}`);
    parameters[name] = value;
  }
  return parameters;
}
