import { ok, warn, type Check } from './check.ts';

/** Whether a stage that sells to creators names its seller and its terms. */
export const legal: Check = {
  name: 'legal',
  remedy: ({ stage }) =>
    `Set legal in infra/stages/${stage}.ts. See "Name the seller and the terms" in docs/deploy.md.`,
  probe({ settings: { keepData, legal: settings } }) {
    if (settings !== undefined) {
      return ok(
        `The site names ${settings.sellerName}, the terms, the privacy policy and the refund policy.`,
      );
    }
    if (!keepData) return [];
    return warn(
      'The site names no seller, terms, privacy policy or refund policy, and no address for support.',
    );
  },
};
