import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FEATURE_IDS } from '#contract/features.ts';
import { parseSettings } from '../../../infra/stages/settings.ts';
import { readStageFile } from '../../../infra/stages/stages.ts';

export const CERTIFICATE =
  'arn:aws:acm:us-east-1:000000000000:certificate/0f8fad5b-d9cb-469f-a165-70867728950e';

export const LEGAL = {
  sellerName: 'Example Ltd',
  sellerAddress: '1 Example Street, London',
  supportEmail: 'support@example.com',
  termsUrl: 'https://example.com/terms',
  privacyUrl: '/privacy',
  refundsUrl: '/refunds',
};

/** The stages whose templates are tested: all stages of the repository, and three with other settings. */
export const STAGES = {
  prod: readSettings('prod'),
  dev: readSettings('dev'),
  /** Kept data like prod, with every option. Every setting differs from its default. */
  full: parseSettings({
    stage: 'full',
    keepData: true,
    logRetentionDays: RetentionDays.THREE_MONTHS,
    region: 'eu-west-1',
    models: [
      {
        id: 'stability.stable-image-ultra-v1:1',
        region: 'us-west-2',
        schema: 'stability',
        label: 'Ultra',
        cost: 2,
      },
      {
        id: 'stability.next-v1:0',
        region: 'us-east-1',
        schema: 'stability',
        label: 'Next',
        cost: 1,
        requestsPerMinute: 50,
        usdPerImage: 0.06,
      },
    ],
    services: [
      {
        id: 'us.stability.stable-image-control-structure-v1:0',
        service: 'layout',
        regions: ['us-east-2'],
        label: 'Structure',
        cost: 2,
      },
    ],
    promptModel: { id: 'us.amazon.nova-lite-v1:0', region: 'us-east-1' },
    prices: { pro: 'price_pro' },
    welcomeCredits: 0,
    imageKeys: ['2', '1'],
    legal: LEGAL,
    answerHours: { standard: 48, priority: 12, dedicated: 2 },
    automaticTax: true,
    domain: { name: 'thumbs.example.com', hostedZone: { id: 'Z0123456789ABC', name: 'example.com' } },
    waf: { enabled: true },
    imageExpiryDays: 90,
    youtubeApiKey: true,
    earlyAccess: ['edits', 'concepts', 'brand', 'keys'],
    rateLimits: {
      generations: 10,
      welcomes: 20,
      domainWelcomes: 2,
    },
    alarmEmail: 'operator@example.com',
    monthlyBudgetUsd: 300,
    dailyModelSpendUsd: 12.5,
    magicLink: true,
    ses: { fromAddress: 'no-reply@mail.example.com', fromName: 'Full', region: 'us-east-1' },
  }),
  /** All default models and services with the longest names: the largest environments and policies. */
  largest: parseSettings({
    stage: 'abcdefghijklmnop',
    region: 'ap-southeast-2',
    models: ['stable-image-core-v1:1', 'sd3-5-large-v1:0', 'stable-image-ultra-v1:1'].map((name) => ({
      id: `stability.${name}`,
      region: 'us-west-2',
      schema: 'stability' as const,
      label: 'Stable Diffusion 3.5 Large',
      cost: 1,
    })),
    promptModel: {},
    welcomeCredits: 1_000,
    imageKeys: ['abcdefghij', '1234567890'],
    legal: LEGAL,
    domain: { name: 'thumbnails.of-a-long-domain.example.org', certificateArn: CERTIFICATE },
    youtubeApiKey: true,
    earlyAccess: [...FEATURE_IDS],
    magicLink: true,
    ses: {
      fromAddress: 'no-reply@thumbnails.of-a-long-domain.example.org',
      fromName: 'Thumbforge',
      identity: 'example.org',
    },
  }),
  /** A custom domain with its own certificate, and without a hosted zone and a budget. */
  named: parseSettings({
    stage: 'named',
    monthlyBudgetUsd: 0,
    domain: { name: 'thumbs.example.org', certificateArn: CERTIFICATE },
  }),
};

/** Reads the settings of a stage without prices.json, which changes with every `npm run stripe:setup`. */
function readSettings(stage: string) {
  return parseSettings({ ...readStageFile(stage), prices: {} });
}

/** Writes a minimal built site. @returns its folder. */
export async function writeSite(root: string): Promise<string> {
  const site = join(root, 'site');
  await mkdir(join(site, 'assets'), { recursive: true });
  const page = '<html data-examples="none"><link rel="canonical" href="https://site.invalid/" />';
  await writeFile(join(site, 'index.html'), page);
  await writeFile(join(site, 'assets', 'main.js'), '');
  return site;
}
