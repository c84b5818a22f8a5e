import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { describe, expect, it } from 'vitest';
import cdk from '../../cdk.json' with { type: 'json' };
import { newApp } from '../../infra/assembly.ts';

describe("CDK's feature flags", () => {
  // A new release may bring one: then it is decided what it is to be, before a template changes by it.
  it('are all decided, as CDK recommends for a new project', () => {
    expect(cdk.context).toEqual(CURRENTLY_RECOMMENDED_FLAGS);
  });

  it.each(Object.entries(cdk.context))('%s is %j outside of the CDK CLI, too', (flag, value) => {
    expect(newApp().node.tryGetContext(flag)).toEqual(value);
  });
});
