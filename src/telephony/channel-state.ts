/** How a channel stands: `up` once it was answered, `down` before that, `gone` when there is none of that name. */
export type ChannelState = "up" | "down" | "gone";
