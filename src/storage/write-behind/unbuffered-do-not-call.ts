import type { DoNotCallStore } from "../../records/stores.js";
import type { WriteForwarder } from "./forwarder.js";

/** The numbers that are not to be called, read and written directly: who asks for it is told whether it is kept. */
export function unbufferedDoNotCall(forwarder: Pick<WriteForwarder, "read">): DoNotCallStore {
  return {
    addDoNotCall: (entry) => forwarder.read((store) => store.addDoNotCall(entry)),
    findDoNotCall: (number) => forwarder.read((store) => store.findDoNotCall(number)),
    listDoNotCall: (query) => forwarder.read((store) => store.listDoNotCall(query)),
    removeDoNotCall: (number) => forwarder.read((store) => store.removeDoNotCall(number)),
  };
}
