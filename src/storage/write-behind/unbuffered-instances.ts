import type { InstanceStore } from "../../records/stores.js";
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
