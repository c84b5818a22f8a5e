/**
 * The settings of the rate limits, which a stage can change (`rateLimits` in its file). `functions/platform/rate-limits/rate-limits.ts`
 * has their windows. `fallback` applies to a stage that does not set the limit, and `npm run settings` prints `meaning`.
 */
export const RATE_LIMIT_SETTINGS = {
  generationsPerMinute: { fallback: 12, meaning: 'Generations that one user can start in a minute' },
  videoReferencesPerMinute: {
    fallback: 20,
    meaning: 'Videos and channels that one user can look up in a minute',
  },
  channelHandlesPerDay: {
    fallback: 50,
    meaning:
      'Channels that one user can look up by their handles on one day (UTC). Each takes 2 of the 10,000 units a day of youtubeApiKey',
  },
  promptSuggestionsPerHour: { fallback: 60, meaning: 'Prompts that one user can have rewritten in an hour' },
  editSuggestionsPerDay: {
    fallback: 60,
    meaning: 'Sentences that one user can have mapped to an edit on one day (UTC)',
  },
  conceptsPerDay: { fallback: 6, meaning: 'Times that one user can ask for concepts on one day (UTC)' },
  uploadsPerHour: { fallback: 60, meaning: 'Reference images that one user can upload in an hour' },
  designSavesPerMinute: {
    fallback: 60,
    meaning: 'Times that one user can save changes of a design in a minute',
  },
  designSavesPerDay: {
    fallback: 4_000,
    meaning: 'Times that one user can save changes of a design on one day (UTC)',
  },
  requestsPerKeyAndMinute: { fallback: 120, meaning: 'Requests that one API key can send in a minute' },
  keysPerDay: { fallback: 20, meaning: 'API keys that one user can create on one day (UTC)' },
  supportMessagesPerDay: {
    fallback: 10,
    meaning: 'Messages that one user can send to support on one day (UTC)',
  },
  supportMessagesOfStagePerDay: {
    fallback: 200,
    meaning: 'Messages that all users together can send to support on one day (UTC)',
  },
  exportsPerHour: { fallback: 10, meaning: 'Exports of the account that one user can start in an hour' },
  exportPagesPerDay: {
    fallback: 500,
    meaning: 'Further pages of these exports on one day (UTC), of 200 generations each',
  },
  checkoutsPerHour: {
    fallback: 10,
    meaning:
      'Checkout sessions that one user can open in an hour, and payments that one user can have confirmed',
  },
  filteredPerDay: {
    fallback: 5,
    meaning:
      'Filtered prompts, unusable references and images that one user lost after a call of a model on one day (UTC), before generations pause for a growing time',
  },
  welcomesPerDay: {
    fallback: 200,
    meaning:
      'Accounts that receive welcome credits on one day (UTC). Later ones receive them on another day, at most half of its limit',
  },
  welcomesPerDomainAndDay: {
    fallback: 5,
    meaning: 'Of these, accounts with addresses of one registered domain',
  },
  welcomesPerProviderAndDay: {
    fallback: 100,
    meaning: 'Of these, accounts with addresses of one large provider of e-mail, in place of that limit',
  },
} as const satisfies Record<string, { fallback: number; meaning: string }>;

export type RateLimitSetting = keyof typeof RATE_LIMIT_SETTINGS;

/** Makes a value for each setting of a rate limit. */
export function mapRateLimitSettings<T>(
  compute: (setting: (typeof RATE_LIMIT_SETTINGS)[RateLimitSetting]) => T,
): Record<RateLimitSetting, T> {
  const entries = Object.entries(RATE_LIMIT_SETTINGS).map(([name, setting]) => [name, compute(setting)]);
  return Object.fromEntries(entries) as Record<RateLimitSetting, T>;
}
