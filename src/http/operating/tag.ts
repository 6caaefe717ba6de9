import type { Tag } from "../kit/endpoint.js";

export const OPERATION: Tag = { name: "Operation", description: "For whoever watches the service." };
