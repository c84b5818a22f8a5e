import { MAX_PAID_CALLS } from '#contract/model-pool.ts';
import { priceTokens } from '#contract/text-model.ts';
import { listMaxima, RATE_LIMITS, WINDOWS, type RateLimitName } from '#contract/rate-limits.ts';
import { ROUTE_LIMIT } from '../../../infra/constructs/api.ts';
import { FIREWALL_LIMITS } from '../../../infra/constructs/firewall.ts';
import { BUCKET_LIMITS } from '../../../infra/monitoring/platform-alarms.ts';
import { computeLineConcurrency, promptModelSetting } from '../../../infra/stages/model-pool.ts';
import type { StageSettings } from '../../../infra/stages/settings.ts';
import { markdownTable } from '../report.ts';
import { ABUSE, PRICES, USAGE } from './assumptions.ts';
import { LISTS, readProduction } from './cost.ts';
import { countPaidGenerations } from './paid-generations.ts';
import { countReadUnits, DESIGNED, runFunction, storeImages, writeUnits } from './prices.ts';
import { UNPAID_IMAGES } from './unpaid-images.ts';

type Settings = Pick<StageSettings, 'models' | 'services' | 'rateLimits' | 'welcomeCredits'>;
type Maxima = ReturnType<typeof listMaxima>;

interface CostRow {
  what: string;
  /** The limit or the setting that bounds it. */
  bound: string;
  /** Uses in a day. */
  count: number;
  /** Price of a use in US dollars. */
  each: number;
}

/** The costs of a request, without the work of its function. */
const REQUEST =
  PRICES.cdnRequest +
  PRICES.wafRequest +
  PRICES.apiRequest +
  PRICES.lambdaRequest +
  ABUSE.logsGb * PRICES.logsGb +
  runFunction(ABUSE.seconds.refusal);

/** A search that reads three pages of 1 MB of an index, and returns a hundred rows with the longest prompts. It counts against no limit. */
const DEAREST_LIST =
  REQUEST +
  (countReadUnits(3_000) / 2) * PRICES.readUnit +
  ABUSE.kilobytes.list * 1e-6 * PRICES.transferGb +
  runFunction(ABUSE.seconds.search);

/** A refused edit of an edit: DynamoDB prepares the checks of the thumbnail and of the base, the edit, and four small writes. */
export const REFUSED_KILOBYTES = DESIGNED + 2 * ABUSE.kilobytes.edit + 4;
const DEAREST_REFUSAL = REQUEST + writeUnits(REFUSED_KILOBYTES);

/** The transaction of a save: the row, and the checks of the edit that the design shows and of four cut-outs. */
export const SAVED_KILOBYTES = DESIGNED + ABUSE.kilobytes.edit + 4;
/** The units of the reads of a save: the row, the edit and the four cut-outs. */
export const SAVE_READ_UNITS = countReadUnits(DESIGNED) + countReadUnits(ABUSE.kilobytes.edit) + 4;

/** The first month of the entries that a refunded generation leaves in the ledger. */
const STORED_ENTRIES = ABUSE.kilobytes.entries * 1e-6 * PRICES.tableGbMonth;

/**
 * The write units of a generation that waits in line and is cancelled: for each KB of its row, which is reserved, waits and is refunded
 * with its places in `pending` and the lists, and for the ledger, the balance, the counter, the pause and the index `waiting`.
 */
export const CANCELED_UNITS = { row: 3 + LISTS + (2 + LISTS) + (3 + LISTS), others: 9 + 1 + 6 } as const;

/**
 * A generation that waits in line because every model is busy, and is cancelled. Its reference is a thumbnail with a design, whose row the
 * transaction checks. The refund ends no pause, because the user's input is not the cause: only the limit of a minute bounds these generations.
 */
const CANCELED_GENERATION =
  2 * REQUEST +
  writeUnits(CANCELED_UNITS.row * ABUSE.kilobytes.row + CANCELED_UNITS.others + 2 * DESIGNED) +
  runFunction(ABUSE.seconds.busyModels, USAGE.generateGb) +
  STORED_ENTRIES;

/**
 * The write units of a retry: for each KB of the row, whose place in `pending` moves when the attempt starts, and for the index `waiting`,
 * which the row leaves and enters again.
 */
export const RETRY_UNITS = { row: 3 + LISTS + (2 + LISTS), others: 1 + 1 } as const;

/**
 * A retry of a waiting generation that every model refuses: the account, the pause and the place in the line are read, and the message is
 * received and delayed.
 */
const RETRY =
  writeUnits(RETRY_UNITS.row * ABUSE.kilobytes.row + RETRY_UNITS.others) +
  3 * PRICES.readUnit +
  2 * PRICES.queueRequest +
  PRICES.lambdaRequest +
  ABUSE.logsGb * PRICES.logsGb +
  runFunction(ABUSE.seconds.busyModels, USAGE.generateGb);

/**
 * Lists the highest costs of an account without a purchase in a day. A script does everything that the limits of an account
 * allow, in the most expensive way.
 */
export function listDailyCosts(
  { models, services, rateLimits, welcomeCredits }: Settings,
  maxima: Maxima = listMaxima(rateLimits),
): CostRow[] {
  const perImage = Math.max(...[...models, ...services].map((model) => model.usdPerImage));
  const { row, words } = ABUSE.kilobytes;
  // The row and its places in `pending` and the lists, reserved and settled, which costs more than a refund; the check of a thumbnail with
  // a design; the ledger with its index, the balance and the counters; the entries of a failure, and the images of a success.
  const generation =
    MAX_PAID_CALLS * perImage +
    writeUnits((5 + 3 * LISTS) * row + 2 * DESIGNED + 18) +
    runFunction(ABUSE.seconds.failure, USAGE.generateGb) +
    STORED_ENTRIES +
    storeImages(ABUSE.kilobytes.image);
  // The rows twice in the transaction; the row without its design once in each list; two counters; the preview.
  const save =
    writeUnits(2 * SAVED_KILOBYTES + LISTS * (row + words) + 2) +
    SAVE_READ_UNITS * PRICES.readUnit +
    PRICES.s3Put;
  const page = runFunction(ABUSE.seconds.export) + priceTransfer(ABUSE.kilobytes.page);
  const firstPage = page + priceTransfer(ABUSE.kilobytes.ledger);
  const { tokens, seconds } = ABUSE;
  const textModel = promptModelSetting.parse({}).usdPerMillionTokens;
  const limitRow = (what: string, name: RateLimitName, each: number) =>
    costRow(what, `\`${name}\``, (maxima[name] * WINDOWS.day) / WINDOWS[RATE_LIMITS[name].window], each);
  return [
    costRow(
      'Generations that pay two models: filtered prompts, unusable references, lost images, and images of the welcome credits',
      '`unusableInput`, `welcomeCredits`',
      countPaidGenerations(maxima, welcomeCredits),
      generation,
    ),
    costRow('A monthly active user, its e-mails', 'once', 1, PRICES.activeUser + ABUSE.emails * PRICES.email),
    limitRow(
      'Suggestions of Improve',
      'promptSuggestions',
      priceTokens(textModel, tokens) + runFunction(seconds.suggestion) + PRICES.writeUnit,
    ),
    limitRow(
      'Suggestions for an edit, each with a second answer',
      'editSuggestions',
      2 * priceTokens(textModel, ABUSE.editTokens) + runFunction(2 * seconds.suggestion) + PRICES.writeUnit,
    ),
    limitRow(
      'Concepts, each with a corrected answer',
      'concepts',
      2 * priceTokens(textModel, ABUSE.conceptTokens) + runFunction(2 * seconds.concepts) + PRICES.writeUnit,
    ),
    limitRow(
      'Translations into twelve languages, each with a second answer',
      'translations',
      2 * priceTokens(textModel, ABUSE.translationTokens) +
        runFunction(2 * seconds.translations) +
        PRICES.writeUnit,
    ),
    limitRow(
      'Lookups of videos, each with the pixels of the thumbnail',
      'videoReferences',
      runFunction(seconds.lookUp) + PRICES.writeUnit + ABUSE.kilobytes.rival * 1e-6 * PRICES.transferGb,
    ),
    limitRow(
      'Uploads, each stored as a free picture, with its first month and its deletion',
      'uploads',
      UNPAID_IMAGES.picture,
    ),
    limitRow(
      'Copies of a thumbnail, each with its first month and its deletion',
      'copies',
      UNPAID_IMAGES.copy,
    ),
    limitRow(
      'Photos that become thumbnails, each with its first month and its deletion',
      'photos',
      UNPAID_IMAGES.photo,
    ),
    limitRow('Saves of a design', 'dailyDesignSaves', save),
    limitRow('Exports', 'exports', firstPage),
    limitRow('Further pages of exports', 'exportPages', page),
    limitRow('Checkouts', 'checkouts', runFunction(seconds.checkout) + 5 * PRICES.writeUnit),
    limitRow(
      'Confirmations of an unknown payment',
      'confirmations',
      runFunction(seconds.checkout) + PRICES.writeUnit,
    ),
    // Several lists of S3 at the price of a PUT. The steps find nothing after the first request.
    limitRow(
      'Deletions of a deleted account',
      'deletions',
      3 * PRICES.s3Put + runFunction(seconds.checkout) + 10 * PRICES.writeUnit,
    ),
    limitRow(
      'Messages to support',
      'supportMessages',
      PRICES.email + runFunction(seconds.message) + PRICES.writeUnit,
    ),
  ];
}

const costRow = (what: string, bound: string, count: number, each: number): CostRow => ({
  what,
  bound,
  count,
  each,
});

/** Computes the price of reading these kilobytes from a table and sending them to the browser. */
const priceTransfer = (kilobytes: number) =>
  countReadUnits(kilobytes) * PRICES.readUnit + kilobytes * 1e-6 * PRICES.transferGb;

export function sumDailyCosts(settings: Settings, maxima?: Maxima): number {
  return listDailyCosts(settings, maxima).reduce((sum, { count, each }) => sum + count * each, 0);
}

/** Renders the tables that docs/security.md quotes. */
export function renderDailyCosts(): string {
  const settings = readProduction();
  const rows = listDailyCosts(settings).map(({ what, bound, count, each }) => [
    what,
    bound,
    count.toLocaleString('en-GB'),
    (count * each).toFixed(2),
  ]);
  const { puts, downloadedGb } = BUCKET_LIMITS;
  const throughFirewall = FIREWALL_LIMITS.address * 12;
  const direct = ROUTE_LIMIT.perSecond * 3_600;
  const canceled = settings.rateLimits.generations * 60;
  const retries =
    (computeLineConcurrency(settings.models, settings.services) * 3_600) / ABUSE.seconds.busyModels;
  return [
    '**What one account without a purchase costs in a day at most, in US dollars**',
    markdownTable(['what a script does', 'bound by', 'a day', '$ a day'], rows),
    `The sum is ${sumDailyCosts(settings).toFixed(2)} US dollars.`,
    '**What no limit of an account bounds, in US dollars an hour**',
    markdownTable(
      ['what a script does', 'what reports it', '$ an hour'],
      [
        [
          'Generations that one account starts and cancels while every model is busy',
          `the budget; \`generations\` bounds them to ${canceled}`,
          (canceled * CANCELED_GENERATION).toFixed(2),
        ],
        [
          'Retries of the generations that wait while every model is busy, of all accounts together',
          `the budget; the concurrency of \`generate-waiting\` bounds them to ${retries.toLocaleString('en-GB')}`,
          (retries * RETRY).toFixed(2),
        ],
        [
          'Downloads with a signed URL, which opens any number of times in its seven hours',
          `the alarm _Bucket downloads_, at ${downloadedGb} GB`,
          (downloadedGb * PRICES.transferGb).toFixed(2),
        ],
        [
          'PUT requests with a used upload permit, which S3 refuses',
          `the alarm _Bucket uploads_, at ${puts.toLocaleString('en-GB')}`,
          (puts * PRICES.s3Put).toFixed(2),
        ],
        [
          'Requests to the API from one address, each at the price of the dearest refusal',
          `the budget; the firewall bounds them to ${throughFirewall.toLocaleString('en-GB')}`,
          (throughFirewall * DEAREST_REFUSAL).toFixed(2),
        ],
        [
          "The same requests to API Gateway's own address, which bypass the firewall",
          `the budget; API Gateway bounds them to ${direct.toLocaleString('en-GB')} for each route`,
          (direct * (DEAREST_REFUSAL - PRICES.cdnRequest - PRICES.wafRequest)).toFixed(2),
        ],
        [
          'Searches in 3 MB of an account from one address, each of which returns a hundred of the longest prompts',
          `the budget; the firewall bounds them to ${throughFirewall.toLocaleString('en-GB')}`,
          (throughFirewall * DEAREST_LIST).toFixed(2),
        ],
      ],
    ),
  ].join('\n\n');
}
