import type { LifeStore } from "../../records/stores.js";
import type { WriteForwarder } from "./forwarder.js";

/** Who lives, straight from the store and straight into it: a sign of life that is made later is none. */
export function unbufferedLives(forwarder: Pick<WriteForwarder, "read">): LifeStore {
  return {
    addLife: (life) => forwarder.read((store) => store.addLife(life)),
    beat: (owner) => forwarder.read((store) => store.beat(owner)),
    lives: () => forwarder.read((store) => store.lives()),
    claimLife: (owner, beat) => forwarder.read((store) => store.claimLife(owner, beat)),
    removeLife: (owner) => forwarder.read((store) => store.removeLife(owner)),
    openOwners: () => forwarder.read((store) => store.openOwners()),
  };
}
