export const countCredits = (credits: number) => `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
