import type { AlertStore, DoNotCallStore, InstanceStore } from "../../records/stores.js";
import type { WriteForwarder } from "./forwarder.js";

/** Process instances, read and written directly: a delayed heartbeat is worthless. */
export function unbufferedInstances(forwarder: Pick<WriteForwarder, "read">): InstanceStore {
  return {
    addInstance: (instance) => forwarder.read((store) => store.addInstance(instance)),
    beat: (owner) => forwarder.read((store) => store.beat(owner)),
    instances: () => forwarder.read((store) => store.instances()),
    claimInstance: (owner, beat) => forwarder.read((store) => store.claimInstance(owner, beat)),
    removeInstance: (owner) => forwarder.read((store) => store.removeInstance(owner)),
    openOwners: () => forwarder.read((store) => store.openOwners()),
  };
}

/** Alerts, read and written directly: a buffered one could make two controllers call. */
export function unbufferedAlerts(forwarder: Pick<WriteForwarder, "read">): AlertStore {
  return {
    readAlerts: () => forwarder.read((store) => store.readAlerts()),
    replaceAlerts: (board) => forwarder.read((store) => store.replaceAlerts(board)),
  };
}

/** The numbers that are not to be called, read and written directly: who asks for it is told whether it is kept. */
export function unbufferedDoNotCall(forwarder: Pick<WriteForwarder, "read">): DoNotCallStore {
  return {
    addDoNotCall: (entry) => forwarder.read((store) => store.addDoNotCall(entry)),
    findDoNotCall: (number) => forwarder.read((store) => store.findDoNotCall(number)),
    listDoNotCall: (query) => forwarder.read((store) => store.listDoNotCall(query)),
    removeDoNotCall: (number) => forwarder.read((store) => store.removeDoNotCall(number)),
  };
}
