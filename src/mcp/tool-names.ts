/** As long as the names of tools may be. */
const MAX_NAME_LENGTH = 64;

/**
 * The name that a server's tool has here: `home` and `get.lightState` make HOME_GET_LIGHT_STATE.
 *
 * @returns undefined when that is no name, because nothing is left of it or it is too long
 */
export function toolName(server: string, tool: string): string | undefined {
  const words = tool
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const name = `${server.replaceAll("-", "_")}_${words}`.toUpperCase();
  return words === "" || name.length > MAX_NAME_LENGTH ? undefined : name;
}
