import { describe, expect, it } from 'vitest';
import { styleHash } from '../../local/emulators/stripe/pages/tokens.ts';
import { checkout, payment, startWorld, type StripeWorld } from './stripe-world.ts';

const buttonsOf = (page: string) =>
  Array.from(page.matchAll(/<button[^>]*>([^<]*)</g), ([, name]) => name?.trim());

const act = ({ standIn }: StripeWorld, fields: Record<string, string>) =>
  standIn.act(new URLSearchParams(fields));

/** What the page says about the last form. */
const flashOf = ({ standIn }: StripeWorld) => /class="flash[^>]*>([^<]*)</.exec(standIn.page())?.[1]?.trim();

describe('the controls page', () => {
  it('says what will appear on it', async () => {
    const { standIn } = await startWorld();
    const page = standIn.page();

    for (const text of ['no money moves', 'No checkout yet', 'No event yet', 'Coming events']) {
      expect(page).toContain(text);
    }
    expect(styleHash(/<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '')).toBe(standIn.pageStyleHash);
    expect(page).not.toMatch(/<script|style=|javascript:/);
  });

  it('offers for each checkout what can be done to it now', async () => {
    const world = await startWorld();
    const { id, url } = await checkout(world);
    expect(world.standIn.page()).toContain(`href="${url ?? ''}"`);

    world.controls.pay(id, 'pay_later');
    expect(buttonsOf(world.standIn.page())).toEqual(
      expect.arrayContaining(['Async payment succeeds', 'Async payment fails']),
    );
    await act(world, { do: 'settle_succeeded', session: id });
    expect(world.standIn.page()).toContain('The money came.');
    expect(buttonsOf(world.standIn.page())).toEqual(expect.arrayContaining(['Refund', 'Dispute']));

    await act(world, { do: 'dispute', session: id });
    expect(buttonsOf(world.standIn.page())).not.toContain('Refund');
    const [dispute] = world.controls.payments()[0]?.disputes ?? [];
    await act(world, { do: 'close_won', dispute: dispute?.id ?? '' });
    expect(world.standIn.page()).toContain('Paid, dispute won');

    await act(world, { do: 'refund', session: id, amount: '2.50' });
    expect(world.standIn.page()).toContain('Refunded £2.50');
    const [refund] = world.controls.payments()[0]?.refunds ?? [];
    await act(world, { fail_refund: refund?.id ?? '' });
    await act(world, { do: 'refund', session: id, amount: '' });
    expect(buttonsOf(world.standIn.page())).toContain('Fail the refund of £7.00');
    expect(buttonsOf(world.standIn.page())).not.toContain('Refund');
  });

  it('shows payments that failed, were lost, or never came', async () => {
    const world = await startWorld();
    const failed = await checkout(world);
    world.controls.pay(failed.id, 'pay_later');
    await act(world, { do: 'settle_failed', session: failed.id });
    const lost = await payment(world);
    const { id } = world.controls.dispute(lost.id);
    await act(world, { do: 'close_lost', dispute: id });
    const expired = await checkout(world);
    await world.stripe.checkout.sessions.expire(expired.id);

    const page = world.standIn.page();

    for (const state of ['Payment failed', 'Dispute lost', 'Expired']) expect(page).toContain(`>${state}<`);
  });

  it('holds, releases and repeats events', async () => {
    const world = await startWorld();
    await act(world, {
      do: 'mode',
      kind: 'hold',
      seconds: '10',
      count: '3',
      only: 'checkout.session.completed',
    });
    expect(world.standIn.page()).toContain('each checkout.session.completed is held until it is released');
    const { id } = await checkout(world);
    const event = world.controls.pay(id)?.id ?? '';
    await world.controls.idle();
    expect(buttonsOf(world.standIn.page())).toEqual(
      expect.arrayContaining(['Release 1 held event', 'Release']),
    );

    await act(world, { do: 'release' });
    expect(flashOf(world)).toBe('Released 1 event.');
    await world.controls.idle();
    await act(world, { do: 'send_again', event });
    await act(world, { do: 'send_as_new', event });
    await world.controls.idle();

    expect(world.receiver.types().filter((type) => type === 'checkout.session.completed')).toHaveLength(3);
    expect(world.standIn.page()).toContain('answered 200 ×2');
  });

  it.each([
    [{ kind: 'twice' }, 'each event is sent twice'],
    [{ kind: 'delay', seconds: '7' }, 'each event is sent 7 s later'],
    [{ kind: 'reorder', count: '4' }, 'until there are 4; then they go last first'],
    [{ kind: 'drop' }, 'each event is dropped'],
    [{ kind: 'normal' }, 'each event is sent once, at once'],
  ])('sets the mode %o', async (fields, words) => {
    const world = await startWorld();

    await act(world, { do: 'mode', only: '', ...fields });

    expect(world.standIn.page()).toContain(words);
  });

  it.each([
    [{ do: 'refund', session: 'cs_x' }, 'There is no payment cs_x.'],
    [{ do: 'refund', session: 'cs_x', amount: 'all' }, '&quot;all&quot; is not an amount.'],
    [{ do: 'send_again', event: 'evt_x' }, 'No such event: &#39;evt_x&#39;'],
    [{ do: 'settle_failed', session: 'cs_x' }, 'No such checkout.session'],
    [{ do: 'mode', kind: 'delay', seconds: 'soon' }, 'That is not a mode'],
    [{ do: 'mode', kind: 'reorder', count: '1' }, 'That is not a mode'],
    [{ do: '<b>' }, 'There is no action &quot;&lt;b&gt;&quot;.'],
    [{}, 'There is no action'],
  ])('says once why %o is refused', async (fields, words) => {
    const world = await startWorld();

    await act(world, fields);

    expect(flashOf(world)).toContain(words);
    expect(flashOf(world)).toBeUndefined();
  });

  it('tells every way an event can go', async () => {
    const world = await startWorld({ retryDelays: [1_000] });
    world.receiver.answers.push(500, 500);
    await world.stripe.customers.create({});
    await world.clock.waiting(1_000);
    expect(world.standIn.page()).toContain('Next try');
    world.clock.advance(1_000);
    await world.controls.idle();
    expect(world.standIn.page()).toMatch(/Given up[^]*answered 500 ×2/);

    world.controls.setMode({ kind: 'drop' });
    await world.stripe.customers.create({});
    expect(world.standIn.page()).toContain('Dropped');
  });
});
