import type { KeyboardEvent } from 'react';

const CARD = '.card-image';

/** The images of the list, which the arrows move between. */
const listCards = () => [...document.querySelectorAll<HTMLElement>(`.library ${CARD}`)];

export const focusFirstCard = () => listCards()[0]?.focus();

/** Moves the focus with the arrows, as the cards stand, and presses the check box of the focused card with the space bar. */
export function handleCardKey(event: KeyboardEvent): void {
  const card = event.target;
  if (!(card instanceof HTMLElement) || !card.matches(CARD)) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.key === ' ') {
    event.preventDefault();
    card.parentElement?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
    return;
  }
  const next = findNext(listCards(), card, event.key);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function findNext(cards: readonly HTMLElement[], card: HTMLElement, key: string): HTMLElement | undefined {
  const index = cards.indexOf(card);
  switch (key) {
    case 'ArrowRight':
      return cards[index + 1];
    case 'ArrowLeft':
      return cards[index - 1];
    case 'ArrowDown':
      return findInNextRow(cards.slice(index + 1), card);
    case 'ArrowUp':
      return findInNextRow(cards.slice(0, index).reverse(), card);
    default:
      return undefined;
  }
}

/** The card that is nearest to the same column in the first other row. A day may end with a shorter row. */
function findInNextRow(cards: readonly HTMLElement[], from: HTMLElement): HTMLElement | undefined {
  // The boxes of the cards have their places also where the browser does not paint.
  const place = (card: HTMLElement) => (card.parentElement ?? card).getBoundingClientRect();
  const { top, left } = place(from);
  const row = cards.find((card) => Math.abs(place(card).top - top) > 1);
  if (row === undefined) return undefined;
  const rowTop = place(row).top;
  const distance = (card: HTMLElement) => Math.abs(place(card).left - left);
  let nearest = row;
  for (const card of cards.slice(cards.indexOf(row))) {
    if (Math.abs(place(card).top - rowTop) > 1) break;
    if (distance(card) < distance(nearest)) nearest = card;
  }
  return nearest;
}
