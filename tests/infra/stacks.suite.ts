import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { createStageApp } from '../../infra/create-app.ts';
import { dev, full, prod, site, type Cloud } from './support/cloud.ts';
import { STAGES } from './support/stages.ts';

describe('the two stacks of a stage', () => {
  const synthesizeWith = (changes: Partial<typeof STAGES.full>) => {
    const app = createStageApp({ settings: { ...STAGES.full, ...changes }, site });
    const { stacks } = app.synth();
    return stacks.map((stack) => {
      const types = Object.values(
        (stack.template as { Resources: Record<string, { Type: string }> }).Resources,
      );
      return {
        name: stack.stackName,
        after: stack.dependencies.map(({ id }) => id).filter((id) => !id.endsWith('.assets')),
        hasFirewall: types.some(
          ({ Type }) => Type === 'AWS::WAFv2::WebACL' && stack.stackName.endsWith('-edge'),
        ),
        refersToFirewall: JSON.stringify(stack.template).includes('"WebACLId"'),
      };
    });
  };
  const edge = 'Thumbforge-full-edge';

  it('are deployed in the order of their references: the firewall exists before the distribution uses it', () => {
    expect(synthesizeWith({})).toEqual([
      { name: edge, after: [], hasFirewall: true, refersToFirewall: false },
      { name: 'Thumbforge-full', after: [edge], hasFirewall: false, refersToFirewall: true },
    ]);
  });

  // The new product needs only the certificate, which is deployed already. So `deploy` deploys it first, and alone.
  it('can be deployed in the other order without the firewall: the product refers to it no more', () => {
    const waf = { ...STAGES.full.waf, enabled: false };

    expect(synthesizeWith({ waf })).toEqual([
      { name: edge, after: [], hasFirewall: false, refersToFirewall: false },
      { name: 'Thumbforge-full', after: [edge], hasFirewall: false, refersToFirewall: false },
    ]);
  });

  it('are protected from deletion alike, and keep a certificate that the settings no longer need', () => {
    const protection = (cloud: Cloud) =>
      cloud.app.node.children.map((stack) => Stack.isStack(stack) && stack.terminationProtection);

    expect([prod, full, dev].map(protection)).toEqual([[true, true], [true, true], [false]]);
    expect(Object.values(full.edge?.all('AWS::CertificateManager::Certificate') ?? {})).toMatchObject([
      { DeletionPolicy: 'RetainExceptOnCreate' },
    ]);
  });
});
