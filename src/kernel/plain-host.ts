/**
 * A host in the one way in which it can be compared: a name in lower case (that of other scripts as DNS has it) without a dot
 * at its end, an address as URLs write it. Undefined where it is neither, or has a port.
 */
export function plainHost(host: string): string | undefined {
  if (!/^[^\s/?#@\\*[\]]+$/.test(host)) return undefined;
  const address = `http://${host.includes(":") ? `[${host}]` : host}/`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$|\.$/g, "") : undefined;
}
