export const formatCredits = (credits: number) => `${credits} ${credits === 1 ? 'credit' : 'credits'}`;

/** `amount` is in minor units of `currency`: 350 in gbp is £3.50. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}
