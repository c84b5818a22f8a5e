import type { StageSettings } from '../stages/settings.ts';
import { DAY, type AlarmRow } from './alarm-row.ts';

/**
 * Hourly limits of the images bucket. The default models make 12,000 images and previews; the rest are uploads. 20 GB are
 * 11,000 views of an original.
 */
export const BUCKET_LIMITS = { puts: 20_000, downloadedGb: 20 } as const;

/** Lists the alarms on costs, on the pages, on e-mails and on the platform as a whole. */
export function listPlatformAlarms({ dailyModelSpendUsd }: Pick<StageSettings, 'dailyModelSpendUsd'>) {
  return {
    ModelSpend: {
      metric: { kind: 'own', name: 'ModelSpend', statistic: 'Sum' },
      minutes: DAY,
      threshold: dailyModelSpendUsd,
      description: `The models cost ${dailyModelSpendUsd} US dollars (dailyModelSpendUsd) or more in 24 hours at list prices. Either sales increased, or someone generates without paying.`,
      act: 'Compare it with the purchases. If nobody pays, stop the welcome credits or suspend the account.',
    },
    BucketUploads: {
      metric: { kind: 'bucket', name: 'PutRequests' },
      minutes: 60,
      threshold: BUCKET_LIMITS.puts,
      description: `The bucket of the images received ${BUCKET_LIMITS.puts} PUT requests or more in an hour, also refused ones. An upload permit is for one use, so a script repeats them, or the models make more images than the default ones can.`,
      act: 'Suspend the account with the most uploads.',
    },
    BucketDownloads: {
      metric: { kind: 'bucket', name: 'BytesDownloaded' },
      minutes: 60,
      threshold: BUCKET_LIMITS.downloadedGb * 1e9,
      description: `Browsers downloaded ${BUCKET_LIMITS.downloadedGb} GB of images or more in an hour. A signed URL can be used any number of times in its seven hours, and no limit counts it.`,
      act: 'If it continues, deny the images of the account in the bucket policy.',
    },
    ServerErrors: {
      // Below five responses the rate is noise.
      metric: { kind: 'serverErrorRate', least: 5 },
      minutes: 5,
      threshold: 5,
      periods: 2,
      description:
        'At least 5 % of the requests, and at least five, were answered with 5xx in each of two periods of five minutes. 503 responses for unavailable models count; see ModelsUnavailable.',
      act: 'Find the route. Roll back if it started with a deployment.',
    },
    PageErrors: {
      metric: { kind: 'own', name: 'PageErrors', statistic: 'Sum' },
      minutes: 15,
      threshold: 20,
      description:
        'Browsers reported 20 or more errors of pages in 15 minutes. A page view reports three at most, so several visitors have them. Anyone can send such a report.',
      act: 'Repeat the action on the page. Roll back the version that fails.',
    },
    BouncedEmails: {
      metric: { kind: 'vendor', namespace: 'AWS/SES', name: 'Reputation.BounceRate', statistic: 'Maximum' },
      minutes: 60,
      threshold: 0.05,
      description:
        'Of the e-mails that SES sent in the region of the stack, 5 % or more came back. SES reviews an account at 5 % and stops its e-mails at 10 %: then no one can sign up or reset a password. No data means that SES sends none here.',
      act: 'Turn on the firewall, or lower its limit of sign-ups.',
    },
    Complaints: {
      metric: {
        kind: 'vendor',
        namespace: 'AWS/SES',
        name: 'Reputation.ComplaintRate',
        statistic: 'Maximum',
      },
      minutes: 60,
      threshold: 0.001,
      description:
        'Recipients reported 0.1 % or more of the e-mails that SES sent in the region of the stack as spam. SES reviews an account at 0.1 % and stops its e-mails at 0.5 %. No data means that SES sends none here.',
      act: 'Turn on the firewall, or lower its limit of sign-ups.',
    },
    Throttles: {
      metric: { kind: 'vendor', namespace: 'AWS/Lambda', name: 'Throttles', statistic: 'Sum' },
      minutes: 5,
      threshold: 10,
      description:
        'Lambda throttled ten or more invocations in five minutes, in the whole account and region: all functions share the concurrency of the account.',
      act: 'Find the function that is throttled. Suspend the account that uses it up, or request more concurrency.',
    },
  } as const satisfies Record<string, AlarmRow>;
}
