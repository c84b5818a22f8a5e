import type { Fault, Plan } from '../../integration/support/fault-proxy.ts';
import { learn, putThrough, type Verdict } from './attempt.ts';
import { PURCHASES } from './operations/purchases.ts';
import type { World } from './world.ts';

const TROUBLE: readonly Fault[] = ['not-sent', 'answer-lost', 'error', 'unavailable', 'throttled'];
/** As often as its client asks. */
const TRIES = 3;

/**
 * Keeps the secret from the functions that need it while they have never had it: only then do they ask. To be tried
 * first, for the calls of everything else are counted warm. A failure is not kept, so each fault meets a cold start.
 */
export async function coldStarts(world: World): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const kind of ['checkout', 'webhook']) {
    const operation = PURCHASES.find(({ name }) => name.startsWith(kind));
    if (operation === undefined) continue;
    for (const fault of TROUBLE) {
      // It names nobody.
      world.wire.reset(firstTries(fault));
      const what = `GetSecretValue ${fault}, lasting`;
      verdicts.push(...(await putThrough(world, [{ operation, plans: [], gone: false, what }])));
    }
    world.wire.reset(() => 'none');
    await learn(world, [operation]);
  }
  return verdicts;
}

function firstTries(fault: Fault): Plan {
  let asked = 0;
  return (_, operation) => {
    if (operation !== 'GetSecretValue') return 'none';
    asked += 1;
    return asked <= TRIES ? fault : 'none';
  };
}
