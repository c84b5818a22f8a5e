// A busy machine takes its time; what never comes still fails. Tests without a page have nothing to wait for.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 10_000 });
}
export {};
