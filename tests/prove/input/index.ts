import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { newCreator, type Creator } from '../../integration/support/creator.ts';
import { auditOf } from '../../support/audit.ts';
import { violationsOf } from '../../support/violations.ts';
import { withCloud } from '../assembly.ts';
import { again, foundBy, type Found } from '../found.ts';
import type { Attack, Part } from '../part.ts';
import { fuzz, type Fuzzed } from './fuzz.ts';
import { NEVER_LOGGED } from './requests.ts';
import { senderTo } from './send.ts';
import { paidEvent } from './paid-event.ts';

/** Enough that a charge would be seen. */
const CREDITS = 1_000;

/**
 * Requests that are wrong, or right but for one thing, on every route: none is answered with a 5xx, none is charged
 * for, and what refuses them has the contract's shape.
 * @param assembly folder of the cloud assembly. @default one that is synthesized for this
 */
export async function badInput(attack: Attack, assembly?: string): Promise<Part> {
  const log: string[] = [];
  return withCloud(assembly, { onLog: ({ text }) => log.push(text) }, async (cloud) => {
    const [creator, other] = await Promise.all([newCreator(cloud), newCreator(cloud)]);
    const grant = {
      userId: creator.userId,
      grantId: randomUUID(),
      credits: CREDITS,
      by: 'prove',
      why: 'a proof',
    };
    await cloud.invoke('GrantCredits', { ...grant, dryRun: false });
    const payload = await paidEvent(cloud, other);
    const before = await holdings(cloud, other.userId);

    const { send, close } = senderTo(cloud.url);
    const fuzzed = await fuzz({ send, creator, otherId: other.userId, payload }, attack);
    close();
    const found = [
      ...fuzzed.found,
      await charges(cloud, creator.userId, fuzzed),
      foundBy('rows and pictures of another user afterwards', [
        isDeepStrictEqual(before, await holdings(cloud, other.userId)) ? undefined : 'they changed',
      ]),
      secretsIn(log, [creator, other]),
    ];
    return {
      title: 'Bad input',
      note:
        'Random bodies, headers, paths, queries, tokens and methods, most of them right but for one thing, and Stripe’s ' +
        'events changed on their way. Never a 5xx, always the contract’s error, a 200 only for what the contract allows.',
      lines: found.map(({ line }) => line),
      violations: again(
        'input',
        attack,
        found.flatMap(({ violations }) => violations),
      ),
    };
  });
}

/** Every generation that was answered with a picture was paid for once, and nothing else was. */
async function charges(cloud: EmbeddedCloud, userId: string, { generated }: Fuzzed): Promise<Found> {
  const audit = auditOf(cloud);
  const invariants = await violationsOf(audit, userId);
  const rows = (await audit.ledger(userId)).filter(({ kind }) => kind === 'spend');
  const unasked = rows.filter(({ entryId }) => !generated.has(entryId.replace('spend#', '')));
  return foundBy('charges, each for a picture that was delivered', [
    ...rows.map((row) =>
      unasked.includes(row) ? `${row.entryId} was charged for a refused request` : undefined,
    ),
    rows.length === generated.size
      ? undefined
      : `${generated.size} pictures were delivered, ${rows.length} charged`,
    ...invariants,
  ]);
}

function secretsIn(log: readonly string[], people: readonly Creator[]): Found {
  const secrets = [NEVER_LOGGED, ...people.flatMap(({ email, token }) => [email, token.slice(0, 60)])];
  return foundBy(
    'lines of the log, without a prompt, an address or a token',
    log.map((text) => (secrets.some((secret) => text.includes(secret)) ? `logged: ${text}` : undefined)),
  );
}

async function holdings(cloud: EmbeddedCloud, userId: string): Promise<unknown> {
  const audit = auditOf(cloud);
  return Promise.all([
    audit.balance(userId),
    audit.ledger(userId),
    audit.thumbnails(userId),
    audit.images(userId),
  ]);
}
