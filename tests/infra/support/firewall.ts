/** A rate limit that counts each value of a header at each IP address apart. */
export const countByHeader = (Name: string) => ({
  AggregateKeyType: 'CUSTOM_KEYS',
  CustomKeys: [{ IP: {} }, { Header: { Name, TextTransformations: [{ Priority: 0, Type: 'LOWERCASE' }] } }],
  EvaluationWindowSec: 300,
});
