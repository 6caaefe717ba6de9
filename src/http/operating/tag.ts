import type { Tag } from "../kit/endpoint.js";

export const OPERATION: Tag = { name: "Operation", description: "For operators of the service." };
