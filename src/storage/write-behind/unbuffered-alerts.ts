import type { AlertStore } from "../../records/stores.js";
import type { WriteForwarder } from "./forwarder.js";

/** Alerts, read and written directly: a buffered one could make two controllers call. */
export function unbufferedAlerts(forwarder: Pick<WriteForwarder, "read">): AlertStore {
  return {
    readAlerts: () => forwarder.read((store) => store.readAlerts()),
    replaceAlerts: (board) => forwarder.read((store) => store.replaceAlerts(board)),
  };
}
