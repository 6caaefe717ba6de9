/**
 * Normalises a host for comparison: a name in lower case (as punycode, without a final dot), an address as in URLs. Undefined
 * when it is neither, or has a port.
 */
export function plainHost(host: string): string | undefined {
  if (!/^[^\s/?#@\\*[\]]+$/.test(host)) return undefined;
  const address = `http://${host.includes(":") ? `[${host}]` : host}/`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$|\.$/g, "") : undefined;
}

/** Returns the host, in URL form, through which programs on this machine reach a server that listens on `host`. */
export function reachableHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::" || host === "[::]") return "[::1]";
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

/** Whether a host, as in a URL or bare, is this machine's loopback: a server there is reached from this machine only. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[?::1\]?|127(\.\d{1,3}){3})$/i.test(host);
}
