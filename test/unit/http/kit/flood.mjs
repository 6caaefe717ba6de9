import { connect } from "node:net";

/*
 * Sends what it is told to, from a process of its own: what it takes to send so much is not to be measured with what it
 * takes to be sent it. Port, megabytes and connections are its arguments, and what to send over and over.
 */
const [port, megabytes, connections, text = ""] = process.argv.slice(2);
const piece = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
const pieces = Math.ceil((Number(megabytes) * 1024 * 1024) / piece.length);
const begun = text.startsWith("GET") ? "" : "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
let open = 0;
let opened = 0;
let sent = 0;

function flood() {
  const socket = connect(Number(port), "127.0.0.1");
  open++;
  opened++;
  const more = () => {
    while (sent < pieces && !socket.destroyed) {
      sent++;
      if (!socket.write(piece)) return;
    }
    if (sent >= pieces) setTimeout(() => socket.destroy(), 1_000);
  };
  socket.on("error", () => {});
  socket.on("connect", () => {
    if (begun) socket.write(begun);
    more();
  });
  socket.on("drain", more);
  socket.on("close", () => {
    open--;
    if (sent < pieces) flood();
    else if (open === 0) process.stdout.write(String(opened));
  });
  socket.resume();
}

for (let n = 0; n < Number(connections); n++) flood();
