/** `350, gbp` is `£3.50`. Amounts are in the currency's minor unit, of which a yen has none. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}

/** `3.50, gbp` is 350. @returns undefined when it is not an amount of that currency. */
export function parseMoney(text: string, currency: string): number | undefined {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  const match = /^(\d{1,8})(?:\.(\d*))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > maximumFractionDigits) return undefined;
  return Number(whole + fraction.padEnd(maximumFractionDigits, '0'));
}

/** The least that can be charged, in a few currencies (https://docs.stripe.com/currencies, "Minimum amounts"). */
const LEAST: Readonly<Record<string, number>> = { gbp: 30, usd: 50, eur: 50 };

export function leastCharge(currency: string): number {
  return LEAST[currency] ?? 1;
}
