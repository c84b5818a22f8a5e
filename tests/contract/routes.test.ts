import { expect, it } from 'vitest';
import { ROUTES, SITE_CONFIG_PATH } from '../../contract/routes.ts';

it('names every call of the site, each once', () => {
  expect(new Set(Object.values(ROUTES)).size).toBe(Object.keys(ROUTES).length);
});

it.each(Object.values(ROUTES))(
  '%s is a method and a path under /api, as API Gateway writes them',
  (route) => {
    expect(route).toMatch(/^(GET|POST|DELETE) \/api(\/([a-z-]+|\{[a-z]+\}))+$/);
  },
);

it('keeps the settings of the site outside the API', () => {
  expect(SITE_CONFIG_PATH).toBe('/config.json');
});
