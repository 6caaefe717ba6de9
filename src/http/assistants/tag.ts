import type { Tag } from "../kit/endpoint.js";

export const ASSISTANTS: Tag = { name: "Assistants", description: "The assistants of the file, and the file itself." };
