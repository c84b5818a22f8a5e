export const formatCredits = (credits: number) => `${credits} ${credits === 1 ? 'credit' : 'credits'}`;

export const formatFreeCredits = (credits: number) =>
  `${credits} free ${credits === 1 ? 'credit' : 'credits'}`;

/** Formats a day, for example `23 November`, in the user's time zone. @param time ISO 8601. */
export const formatDay = (time: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(new Date(time));

/** `amount` is in minor units of `currency`: 350 in gbp is £3.50. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}

/** Formats a size in units of 1,000 bytes, as YouTube does: `310 kB`, `2.6 MB`. */
export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
