import { setTimeout as delay } from 'node:timers/promises';
import { newRandom } from '../../bench/scale/random.ts';
import { callAs } from '../call.ts';
import type { History, Move, MoveOf } from './moves.ts';
import { Person } from './person.ts';
import { Shop } from './shop.ts';
import type { Stage } from './stage.ts';
import { Turns } from './turns.ts';
import { brokenPromises } from './verdict.ts';
import type { Cut, Line } from './wire.ts';

/** What one history was made of. */
export interface Played {
  moves: number;
  /** Calls that were lost or refused on the wire. */
  hits: number;
  /** Events of Stripe's, all of which arrived in the end. */
  events: number;
  violations: string[];
}

/** How often Stripe or a schedule comes again once nothing is cut any more. */
const COMES_AGAIN = 5;

/** Plays a history with a new user, lets everything come to its end, and looks at what is left. */
export async function play(stage: Stage, history: History): Promise<Played> {
  const { cloud, wire } = stage;
  const person = new Person(cloud, history.address);
  const shop = new Shop(cloud);
  const line: Line = { turns: new Turns(newRandom(history.turns)), cuts: new Set(), hits: 0 };
  wire.lines.set(person.userId, line);
  try {
    if (history.welcomed) await person.welcome();
    if (history.credits > 0) await person.grant(-1, history.credits);
    for (const pack of history.packs) await buy(person, shop, pack, 'pay');
    for (const round of history.rounds) {
      await Promise.all(round.map((move) => underCut(line, move, () => make(move, { stage, person, shop }))));
    }
    await comeToAnEnd(stage, person, shop);
    return {
      moves: history.rounds.flat().length,
      hits: line.hits,
      events: shop.events.size,
      violations: await brokenPromises(stage, person, shop),
    };
  } finally {
    wire.lines.delete(person.userId);
  }
}

/** Makes a move while the wire breaks under it, if it is to. */
async function underCut({ cuts, turns }: Line, move: Move, act: () => Promise<void>): Promise<void> {
  const planned: Cut | undefined = 'cut' in move ? move.cut : undefined;
  const cut = planned && { ...planned, seen: 0 };
  if (move.wait > 0) await delay(move.wait);
  if (cut !== undefined) cuts.add(cut);
  turns.operations += 1;
  try {
    await act();
  } finally {
    turns.operations -= 1;
    if (cut !== undefined) cuts.delete(cut);
  }
}

async function make(
  move: Move,
  { stage, person, shop }: { stage: Stage; person: Person; shop: Shop },
): Promise<void> {
  switch (move.kind) {
    case 'generate':
      return person.generate(move.which, move.outcome);
    case 'read':
      return person.read();
    case 'grant':
      return person.grant(move.which, move.credits);
    case 'welcome':
      return person.welcome();
    case 'close':
      return person.close();
    case 'sweep':
      return sweep(stage, person);
    case 'buy':
      return buy(person, shop, move.pack, move.how);
    case 'bank': {
      const purchase = shop.purchases[move.which % shop.purchases.length];
      if (purchase !== undefined) shop.act(purchase, move.act);
      return;
    }
    case 'deliver': {
      const { which, copies } = move;
      const one =
        which === 'all' ? [] : [...shop.events.keys()].slice(-1 - (which % shop.events.size)).slice(0, 1);
      const due = which === 'all' ? shop.outstanding() : one;
      await Promise.all(Array.from({ length: copies }, () => due.map((id) => shop.deliver(id))).flat());
    }
  }
}

async function buy(
  person: Person,
  shop: Shop,
  pack: MoveOf<'buy'>['pack'],
  how: MoveOf<'buy'>['how'],
): Promise<void> {
  const sessionId = await person.openCheckout(pack);
  if (sessionId === undefined) return;
  const purchase = shop.opened(sessionId, pack);
  if (how !== 'leave') shop.pay(purchase, how);
}

/** Time passes, and the schedules run. They meet other users, too: what they throw may be about those. */
async function sweep({ cloud, tables }: Stage, { userId }: Person): Promise<void> {
  const { abandoned, closing } = await tables.letTimePass(userId);
  await Promise.all([
    abandoned && cloud.invoke('RefundAbandoned', {}).catch(() => undefined),
    closing && cloud.invoke('FinishClosings', {}).catch(() => undefined),
  ]);
}

/** The wire is whole again: the person looks in, Stripe sends what has not arrived, time passes. */
async function comeToAnEnd(stage: Stage, person: Person, shop: Shop): Promise<void> {
  await callAs(stage.cloud, person.self, 'readCredits');
  for (let time = 0; time < COMES_AGAIN && shop.outstanding().length > 0; time += 1) {
    await Promise.all(shop.outstanding().map((id) => shop.deliver(id)));
  }
  await sweep(stage, person);
}
