/**
 * The sender that a socket's address stands for (empty once it is closed): the network of an IPv6 address, because a client has
 * at least 2^64 of them, and an IPv4 address itself.
 */
export function neighbourhood(address = ""): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined || !address.includes(":")) return ipv4 ?? address;
  const [head = "", tail] = address.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail ? tail.split(":") : [];
  const groups =
    tail === undefined ? front : [...front, ...Array<string>(8 - front.length - back.length).fill("0"), ...back];
  return groups.slice(0, 4).join(":");
}
