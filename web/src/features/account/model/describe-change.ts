import type { CreditChange } from '#contract/endpoints/credit-schemas.ts';
import { PACKS } from '#contract/packs.ts';
import { nameDay } from '../../../lib/name-day.ts';

/** Names a change of the balance, and explains it. The title of the thumbnail explains what credits were spent on. */
export function describeChange(change: CreditChange): { name: string; details?: string } {
  const { kind, credits, settled = 0 } = change;
  switch (kind) {
    case 'welcome':
      return { name: 'Welcome credits' };
    case 'pack':
      return {
        name: namePack(change),
        details: `${credits + settled} generations${settled > 0 ? `, ${settled} settled what was due` : ''}`,
      };
    case 'thumbnail':
      return { name: 'Thumbnail' };
    case 'edit':
      return { name: 'Edit' };
    case 'cutout':
      return { name: 'Cut-out' };
    case 'refund':
      return { name: 'Refund', details: 'for an image that was not made' };
    case 'reversal':
      return credits < 0
        ? { name: 'Credits taken back', details: `${namePack(change)}: its payment was refunded or disputed` }
        : { name: 'Credits given back', details: `${namePack(change)}: a refund or dispute has ended` };
    case 'grant':
      return {
        name: credits > 0 ? 'Credits added' : 'Credits corrected',
        details: 'by the operator of this site',
      };
    case 'other':
      return { name: 'Other change' };
  }
}

const namePack = ({ pack }: CreditChange) =>
  pack === undefined ? 'Credit pack' : `${PACKS[pack].name} pack`;

/** Formats a change of the balance, for example `+ 25` or `− 1`. */
export const formatChange = (credits: number) => `${credits < 0 ? '−' : '+'} ${Math.abs(credits)}`;

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Formats the time of a change in the user's time zone, for example `Today, 14:02` or `21 November`. @param at ISO 8601. */
export function formatTime(at: string, now: Date): string {
  const date = new Date(at);
  const day = nameDay(date, now);
  return day === 'Today' ? `${day}, ${TIME.format(date)}` : day;
}
