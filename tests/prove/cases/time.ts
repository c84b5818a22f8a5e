import type { Plan } from '../../integration/support/fault-proxy.ts';
import type { NamedCase } from './case.ts';
import { sweep, troubled, wrongEnd } from './generation.ts';

/** A model that takes as long as it is let. */
const slowModel: Plan = (_, operation) => (operation === 'InvokeModel' ? 'held' : 'none');

/** Whoever is slow, and whoever comes too early. */
export const TIME: readonly NamedCase[] = [
  {
    what: 'a model that never answers: 504 in time, given back',
    long: true,
    async run(world) {
      const it = await troubled(world, () => 'none', '[[timeout]]');
      const expected = { status: 504, painted: false, says: /no credit was taken/ };
      return [await wrongEnd(world, it, await it.ask(), expected)];
    },
  },
  {
    what: 'a slow model, and refund-abandoned meanwhile: left alone',
    async run(world) {
      const it = await troubled(world, slowModel);
      const painting = it.ask();
      await it.begun();
      await world.cloud.invoke('RefundAbandoned', {});
      await it.release();
      return [await wrongEnd(world, it, await painting, { status: 200, painted: true })];
    },
  },
  {
    what: 'a model that answers after the sweep: failed once, and the picture is gone',
    async run(world) {
      const it = await troubled(world, slowModel);
      const painting = it.ask();
      await it.begun();
      await sweep(world, it);
      await it.release();
      return [await wrongEnd(world, it, await painting, { status: 500, painted: false })];
    },
  },
  {
    what: 'an invocation that dies with its picture stored: the sweep removes it',
    async run(world) {
      const it = await troubled(world, (call) => (call <= 3 ? 'none' : 'not-sent'));
      const reply = await it.ask();
      await sweep(world, it);
      return [await wrongEnd(world, it, reply, { status: 500, painted: false })];
    },
  },
  {
    what: 'five sweeps of one generation at once: given back once',
    async run(world) {
      const it = await troubled(world, (call) => (call <= 1 ? 'none' : 'not-sent'));
      const reply = await it.ask();
      it.replan(() => 'none');
      await Promise.all(Array.from({ length: 5 }, () => sweep(world, it)));
      return [await wrongEnd(world, it, reply, { status: 503, painted: false })];
    },
  },
];
