// A request that begins after the end of its test finds no server. happy-dom would connect to a port of the machine, and print the failure.
globalThis.fetch = () => Promise.reject(new TypeError('A test of a component has no network.'));
