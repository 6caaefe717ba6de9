import { once } from "node:events";
import { connect } from "node:net";
import { withDeadline } from "../kernel/deadline.js";

const BANNER_MS = 2_000;
const BANNER = "Asterisk Call Manager";

/** Returns whether the server sends AMI's greeting; undefined when no connection can be made. */
export async function greetsAsAmi(
  { host, port }: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const socket = connect({ host, port });
  socket.on("error", () => {});
  let isConnected = false;
  try {
    return await withDeadline(BANNER_MS, signal, "the greeting of AMI", async (limit) => {
      await once(socket, "connect", { signal: limit });
      isConnected = true;
      const [first] = (await once(socket, "data", { signal: limit })) as [Buffer];
      return first.toString("latin1").startsWith(BANNER);
    });
  } catch {
    signal.throwIfAborted();
    return isConnected ? false : undefined;
  } finally {
    socket.destroy();
  }
}
