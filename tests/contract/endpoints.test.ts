import { expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, routeKey } from '../../contract/endpoints.ts';
import { SCHEMAS, type EndpointSchemas } from '../../contract/schemas.ts';

it('gives each endpoint a route of its own', () => {
  expect(new Set(ENDPOINT_NAMES.map(routeKey)).size).toBe(ENDPOINT_NAMES.length);
});

it.each(ENDPOINT_NAMES)('describes the path of %s under /api as API Gateway writes it', (name) => {
  expect(ENDPOINTS[name].path).toMatch(/^\/api(\/([a-z-]+|\{[a-z]+\}))+$/);
});

it.each(ENDPOINT_NAMES)('has a parameter schema for %s exactly where its path has parameters', (name) => {
  const schemas: EndpointSchemas = SCHEMAS[name];
  expect(schemas.params !== undefined).toBe(ENDPOINTS[name].path.includes('{'));
});

it.each(ENDPOINT_NAMES)('gives %s a body schema only where its method has a body', (name) => {
  const schemas: EndpointSchemas = SCHEMAS[name];
  if (schemas.body !== undefined) expect(['POST', 'PUT', 'PATCH']).toContain(ENDPOINTS[name].method);
});
