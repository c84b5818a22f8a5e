import Stripe from 'stripe';
import { unknown, type Check, type Finding, type Patient } from './check.ts';
import { NotAllowedError } from './may.ts';

/** One line of the report. */
export interface Diagnosis extends Finding {
  check: string;
}

/** Longer than all calls of one check may take, in ms. */
const PATIENCE_MS = 30_000;

/** Makes all checks at once; one that fails or hangs stops no other. The report keeps their order. */
export async function examine(
  checks: readonly Check[],
  patient: Patient,
  patienceMs = PATIENCE_MS,
): Promise<Diagnosis[]> {
  const found = await Promise.all(
    checks.map(async (check) => {
      const findings = await inTime(check, patient, patienceMs);
      return findings.map((finding) => ({ check: check.name, ...finding }));
    }),
  );
  return found.flat();
}

async function inTime({ look }: Check, patient: Patient, patienceMs: number): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(
      () => resolve([unknown(`There was no answer within ${patienceMs / 1_000} s.`, 'Run it again.')]),
      patienceMs,
    );
  });
  try {
    return await Promise.race([look(patient), late]);
  } catch (error) {
    return [asFinding(error)];
  } finally {
    clearTimeout(timer);
  }
}

function asFinding(error: unknown): Finding {
  if (error instanceof NotAllowedError) {
    return unknown(
      'These credentials may not look.',
      `Allow ${error.permission} to whoever runs this, or run it as somebody who may.`,
    );
  }
  return unknown(`The check failed: ${nameOf(error)}.`, 'Run it again.');
}

/** The name alone: a message may quote what was sent. */
function nameOf(error: unknown): string {
  // Stripe's errors are all called Error.
  if (error instanceof Stripe.errors.StripeError) return error.type;
  return error instanceof Error ? error.name : 'an unknown error';
}
