/** Amounts are in the currency's minor unit: 350 pence is `£3.50`. A yen has no minor unit. */
export function formatMoney(amount: number, currency: string): string {
  return formatterFor(currency).format(amount / 10 ** fractionDigits(currency));
}

/** `3.50` in pounds is 350. @returns undefined for a text that is not an amount of the currency. */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = fractionDigits(currency);
  const [match, whole = '', fraction = ''] = /^(\d{1,8})(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (match === undefined || fraction.length > digits) return undefined;
  return Number(whole + fraction.padEnd(digits, '0'));
}

function fractionDigits(currency: string): number {
  return formatterFor(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

function formatterFor(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency });
}
