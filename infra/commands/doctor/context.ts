import type { StageSettings } from '../../stages/settings.ts';
import { getMainStack } from '../../stages/stacks.ts';
import { findStack, getOutputs, isCreated, type Caller } from '../aws.ts';
import type { CheckContext } from './check.ts';
import { openStripeAccount } from './keys.ts';

/** The context of the checks of a stage. Shared data is loaded at the first use. */
export function createContext(settings: StageSettings, caller: Caller): CheckContext {
  const { name, region } = getMainStack(settings);
  const stack = once(() => findStack(name, region));
  const outputs = async () => {
    const found = await stack();
    return isCreated(found) ? getOutputs(found) : undefined;
  };
  const stripe = once(async () => openStripeAccount(region, await outputs()));
  return { settings, caller, now: new Date(), stack, outputs, stripe };
}

/** Loads a value at the first call, and returns it at every call. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= load());
}
