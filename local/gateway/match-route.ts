interface RouteKeyed {
  /** For example `GET /api/thumbnails/{id}`. */
  routeKey: string;
}

/** Selects a route like API Gateway: the one with the fewest parameters ("Routing API requests" of its developer guide). */
export function matchRoute<Route extends RouteKeyed>(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; pathParameters: Record<string, string> } | undefined {
  const given = `${method} ${path}`.split('/');
  const matches = routes.flatMap((route) => {
    const pathParameters = matchSegments(route.routeKey.split('/'), given);
    return pathParameters === undefined ? [] : [{ route, pathParameters }];
  });
  const count = ({ pathParameters }: (typeof matches)[number]) => Object.keys(pathParameters).length;
  return matches.toSorted((one, other) => count(one) - count(other))[0];
}

/** @returns the parameters; undefined if the segments differ. */
function matchSegments(
  wanted: readonly string[],
  given: readonly string[],
): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined ? segment !== value : value === '') return undefined;
    if (name !== undefined) parameters[name] = decode(value);
  }
  return parameters;
}

/** A malformed escape stays as it is: the function rejects it. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
