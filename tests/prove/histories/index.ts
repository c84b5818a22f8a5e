import fc from 'fast-check';
import { z } from 'zod';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { auditOf } from '../../support/audit.ts';
import { withCloud } from '../assembly.ts';
import { again } from '../found.ts';
import type { Attack, Part } from '../part.ts';
import { historyOf, type History } from './moves.ts';
import { play } from './play.ts';
import type { Stage } from './stage.ts';
import { tablesOf } from './tables.ts';
import { createWire } from './wire.ts';

const HISTORIES = { proof: 1_000, sample: 50 } as const;
/** Rounds of the longest history. */
const ROUNDS = { proof: 6, sample: 3 } as const;
/** Histories at the same time: most of one is waiting. */
const LANES = 10;

/** How many smaller histories are played to find the smallest that breaks the same promise. */
const SMALLER = 60;

interface Tally {
  histories: number;
  moves: number;
  hits: number;
  events: number;
}

/**
 * Random lives of users, several moves of one at the same time, with a wire that breaks; the invariants after each.
 * @param assembly folder of the cloud assembly. @default one that is synthesized for this
 */
export async function histories(attack: Attack, assembly?: string): Promise<Part> {
  const { seed, extent } = attack;
  const wire = createWire();
  const interpose = async ({ DYNAMODB, S3 }: { DYNAMODB: string; S3: string }) => ({
    DYNAMODB: await wire.to(DYNAMODB),
    S3: await wire.to(S3),
  });
  try {
    return await withCloud(assembly, { interpose }, async (cloud) => {
      // Events arrive when a history says so.
      cloud.stripe.controls.setMode({ kind: 'drop' });
      const audit = auditOf(cloud);
      const stage = { cloud, wire, audit, tables: tablesOf(cloud, audit) };
      const lot = { history: historyOf(ROUNDS[extent]), runs: Math.ceil(HISTORIES[extent] / LANES) };
      const lanes = await Promise.all(
        Array.from({ length: LANES }, (_, lane) => playLane(stage, lot, seed + lane)),
      );
      return partOf(lanes, await auditAll(cloud), attack);
    });
  } finally {
    await wire.close();
  }
}

const report = z.object({ accounts: z.int(), drifting: z.int(), findings: z.array(z.unknown()) });

/** The product's own auditor, over every account that the histories left: a second opinion. */
async function auditAll(cloud: EmbeddedCloud): Promise<z.output<typeof report>> {
  return report.parse(await cloud.invoke('AuditCredits', {}));
}

class BrokenPromise extends Error {
  override name = 'BrokenPromise';
}

interface Lane {
  tried: Tally;
  held: Tally;
  violation: string | undefined;
}

/** Histories one after the other, until one breaks a promise: that one shrinks. */
async function playLane(
  stage: Stage,
  { history, runs }: { history: ReturnType<typeof historyOf>; runs: number },
  seed: number,
): Promise<Lane> {
  const tried: Tally = { histories: 0, moves: 0, hits: 0, events: 0 };
  const held = { ...tried };
  let smaller: number | undefined;
  const property = fc.asyncProperty(history, async (each: History) => {
    if (smaller !== undefined) smaller += 1;
    // Taken for whole, so that the smallest so far is shown.
    if (smaller !== undefined && smaller > SMALLER) return;
    const { violations, ...counts } = await play(stage, each);
    if (smaller === undefined) add(tried, counts);
    if (violations.length > 0) {
      smaller ??= 0;
      throw new BrokenPromise(violations.join('; '));
    }
    if (smaller === undefined) add(held, counts);
  });
  const details = await fc.check(property, { seed, numRuns: runs });
  return { tried, held, violation: details.failed ? tell(details) : undefined };
}

function add(tally: Tally, { moves, hits, events }: Omit<Tally, 'histories'>): void {
  tally.histories += 1;
  tally.moves += moves;
  tally.hits += hits;
  tally.events += events;
}

function tell({ errorInstance, counterexample }: fc.RunDetails<[History]>): string {
  // Where another error came from has to be seen; a promise breaks in the tables.
  const isOurs = errorInstance instanceof BrokenPromise || !(errorInstance instanceof Error);
  const reason = isOurs ? String(errorInstance) : (errorInstance.stack ?? '');
  return `${reason}\n  in this history, the smallest that was found: ${JSON.stringify(counterexample?.[0])}`;
}

function partOf(lanes: readonly Lane[], audit: z.output<typeof report>, attack: Attack): Part {
  const line = (what: string, name: keyof Tally) => ({
    what,
    tried: lanes.reduce((sum, { tried }) => sum + tried[name], 0),
    held: lanes.reduce((sum, { held }) => sum + held[name], 0),
  });
  return {
    title: 'Histories',
    note:
      'Random lives of new users: sign up, generate with every outcome, repeat, buy, refund, dispute, be granted, close, ' +
      'up to four moves at the same time, their calls in an order that the seed chooses, while the wire breaks under some. ' +
      'Stripe’s events come late, repeated and in any order; time passes and the schedules run.',
    lines: [
      line('histories', 'histories'),
      line('moves in them', 'moves'),
      line('calls lost, refused or cut off', 'hits'),
      line('events of Stripe’s', 'events'),
      { what: 'accounts, by the daily audit', tried: audit.accounts, held: audit.accounts - audit.drifting },
    ],
    violations: again('histories', attack, [
      ...lanes.flatMap(({ violation }) => violation ?? []),
      ...audit.findings.map((finding) => `the audit finds ${JSON.stringify(finding)}`),
    ]),
  };
}
