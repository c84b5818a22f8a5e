interface RouteKeyed {
  routeKey: string;
}

/**
 * Selects a route like API Gateway: the one with the most literal segments, then a greedy `{proxy+}`, then `$default`
 * (API Gateway developer guide, "Routing API requests").
 */
export function matchRoute<Route extends RouteKeyed>(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; pathParameters: Record<string, string> } | undefined {
  const matches = routes
    .map((route) => ({ route, ...matchKey(route.routeKey, method, path) }))
    .filter((match) => match.rank !== undefined)
    .sort((a, b) => b.rank - a.rank);
  return matches[0];
}

type Match = { rank: number; pathParameters: Record<string, string> } | { rank?: never };

function matchKey(routeKey: string, method: string, path: string): Match {
  if (routeKey === '$default') return { rank: 0, pathParameters: {} };
  const [routeMethod, routePath = ''] = routeKey.split(' ');
  if (routeMethod !== 'ANY' && routeMethod !== method) return {};

  const wanted = routePath.split('/');
  const given = path.split('/');
  const pathParameters: Record<string, string> = {};
  let rank = 1;
  for (const [index, segment] of wanted.entries()) {
    const value = given[index];
    const name = /^\{(\w+)(\+?)\}$/.exec(segment);
    if (value === undefined || (name !== null && value === '')) return {};
    if (name === null) {
      if (segment !== value) return {};
      rank += 2;
    } else if (name[2] === '+') {
      pathParameters[name[1] ?? ''] = given.slice(index).map(decode).join('/');
      return { rank, pathParameters };
    } else {
      pathParameters[name[1] ?? ''] = decode(value);
      rank += 1;
    }
  }
  return wanted.length === given.length ? { rank, pathParameters } : {};
}

/** A malformed escape stays as it is: the function rejects it. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
