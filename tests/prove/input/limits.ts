import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { findStage } from '../../../infra/stages/stages.ts';
import { addCreator, type Answer } from '../../support/cloud/creator.ts';
import { mapConcurrently } from '../../support/concurrency.ts';
import { DESIGN } from '../../support/designs.ts';
import { toCheckResult, type CheckResult } from '../report.ts';

const { designSavesPerMinute, exportsPerHour } = findStage('dev').rateLimits;

const WORKERS = 8;

/** Sends more requests than the limits of one user allow, several at the same time. */
export async function checkLimits(cloud: EmbeddedCloud): Promise<CheckResult> {
  const creator = await addCreator(cloud);
  const { body } = await creator.generate('castle');
  const design = `/api/thumbnails/${String(body['generationId'])}/design`;
  const save = () => creator.put(design, { design: DESIGN, version: 0 });
  const requests = [
    { limit: designSavesPerMinute, seconds: 60, send: save },
    { limit: exportsPerHour, seconds: 3_600, send: () => creator.get('/api/account/export') },
  ];
  const outcomes: (string | undefined)[] = [];
  for (const { limit, seconds, send } of requests) {
    const answers = await mapConcurrently(
      Array.from({ length: 2 * limit + 5 }, (_, index) => index),
      WORKERS,
      send,
    );
    outcomes.push(...answers.map((answer) => findViolation(answer, seconds)));
    const allowed = answers.filter(({ status }) => status !== 429).length;
    // A window may end meanwhile, and then a second one begins.
    const isLimited = allowed >= limit && allowed <= 2 * limit;
    outcomes.push(isLimited ? undefined : `${allowed} requests passed a limit of ${limit}`);
  }
  return toCheckResult('concurrent saves and exports above the limits of a user', outcomes);
}

/** Concurrent saves of one version conflict: one of them succeeds. */
function findViolation({ status, headers, body }: Answer, seconds: number): string | undefined {
  const answer = `${status} ${JSON.stringify(body)}`;
  if (status !== 429) return status === 200 || status === 409 ? undefined : `the response is ${answer}`;
  const wait = Number(headers.get('retry-after'));
  return wait >= 1 && wait <= seconds ? undefined : `Retry-After is ${wait} in the response ${answer}`;
}
