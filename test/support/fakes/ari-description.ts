/** The operations of ARI that are used, as `rest-api/*.json` of Asterisk 22 describes them. */
export const ARI_OPERATIONS = [
  operation("channels", "list", "GET", "/channels"),
  operation("channels", "get", "GET", "/channels/{channelId}"),
  operation(
    "channels",
    "originate",
    "POST",
    "/channels",
    ["endpoint", "app", "timeout", "channelId", "otherChannelId", "formats", "callerId"],
    ["variables"],
  ),
  operation("channels", "externalMedia", "POST", "/channels/externalMedia", [
    ...["channelId", "app", "external_host", "encapsulation", "transport", "connection_type", "format"],
    "transport_data",
  ]),
  operation("channels", "create", "POST", "/channels/create", ["endpoint", "app", "appArgs", "channelId"]),
  operation("channels", "answer", "POST", "/channels/{channelId}/answer"),
  operation("channels", "hangup", "DELETE", "/channels/{channelId}", ["reason_code"]),
  operation("channels", "setChannelVar", "POST", "/channels/{channelId}/variable", ["variable", "value"]),
  operation("channels", "getChannelVar", "GET", "/channels/{channelId}/variable", ["variable"]),
  operation("channels", "continueInDialplan", "POST", "/channels/{channelId}/continue", [
    ...["context", "extension", "priority"],
  ]),
  operation("bridges", "list", "GET", "/bridges"),
  operation("bridges", "createWithId", "POST", "/bridges/{bridgeId}", ["type", "name"]),
  operation("bridges", "addChannel", "POST", "/bridges/{bridgeId}/addChannel", ["channel"]),
  operation("bridges", "removeChannel", "POST", "/bridges/{bridgeId}/removeChannel", ["channel"]),
  operation("bridges", "startMoh", "POST", "/bridges/{bridgeId}/moh", ["mohClass"]),
  operation("bridges", "stopMoh", "DELETE", "/bridges/{bridgeId}/moh"),
  operation("bridges", "destroy", "DELETE", "/bridges/{bridgeId}"),
  operation("applications", "get", "GET", "/applications/{applicationName}"),
  operation("applications", "subscribe", "POST", "/applications/{applicationName}/subscription", ["eventSource"]),
  operation("asterisk", "getInfo", "GET", "/asterisk/info", ["only"]),
  operation("asterisk", "listModules", "GET", "/asterisk/modules"),
  operation("asterisk", "getModule", "GET", "/asterisk/modules/{moduleName}"),
  operation("asterisk", "getGlobalVar", "GET", "/asterisk/variable", ["variable"]),
  operation("asterisk", "setGlobalVar", "POST", "/asterisk/variable", ["variable", "value"]),
  operation("endpoints", "get", "GET", "/endpoints/{tech}/{resource}"),
] as const;

export interface AriOperation {
  /** Such as `channels.originate`. */
  readonly name: string;
  readonly resource: string;
  readonly nickname: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly body: readonly string[];
}

function operation(
  resource: string,
  nickname: string,
  method: string,
  path: string,
  query: readonly string[] = [],
  body: readonly string[] = [],
): AriOperation {
  return { name: `${resource}.${nickname}`, resource, nickname, method, path, query, body };
}

/** The names in the braces of a path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
}

/** What Asterisk answers below `/ari/api-docs`, in Swagger 1.1. Undefined for a name it does not have. */
export function ariDescription(name: string, basePath: string): object | undefined {
  const resources = [...new Set(ARI_OPERATIONS.map(({ resource }) => resource))];
  const head = { apiVersion: "2.0.0", swaggerVersion: "1.1", basePath };
  if (name === "resources") {
    return { ...head, apis: resources.map((each) => ({ path: `/api-docs/${each}.{format}`, description: each })) };
  }
  if (!resources.includes(name)) return undefined;
  const apis = ARI_OPERATIONS.filter(({ resource }) => resource === name).map((each) => ({
    path: each.path,
    description: "",
    operations: [
      {
        httpMethod: each.method,
        nickname: each.nickname,
        summary: "",
        responseClass: "object",
        parameters: [
          ...pathParameters(each.path).map((parameter) => described(parameter, "path")),
          ...each.query.map((parameter) => described(parameter, "query")),
          ...each.body.map((parameter) => described(parameter, "body")),
        ],
      },
    ],
  }));
  return { ...head, resourcePath: `/api-docs/${name}.{format}`, apis, models: {} };
}

function described(name: string, paramType: "path" | "query" | "body") {
  return { name, paramType, description: "", required: false, allowMultiple: false, dataType: "string" };
}
