import { describe, expect, it } from 'vitest';
import { full, prod, render } from './support/cloud.ts';

interface Behavior {
  PathPattern: string;
  CachePolicyId: string;
  TrustedKeyGroups?: unknown[];
  AllowedMethods?: string[];
}

/** The managed policy CachingDisabled. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

describe('an image', () => {
  it('is opened only by a URL that a key of the stage signed, and cached only by browsers', () => {
    const { CacheBehaviors } = prod.one('AWS::CloudFront::Distribution', 'SiteDistribution').Properties[
      'DistributionConfig'
    ] as { CacheBehaviors: Behavior[] };
    const images = CacheBehaviors.filter(({ PathPattern }) => PathPattern === '/images/*');

    expect(
      images.map(({ CachePolicyId, TrustedKeyGroups = [], AllowedMethods }) => [
        CachePolicyId,
        TrustedKeyGroups.map(render),
        AllowedMethods,
      ]),
    ).toEqual([[CACHING_DISABLED, ['${ImagesKeysKeyGroup}'], undefined]]);
  });

  it('is opened by the signatures of all keys of a stage, and the functions sign with the first key', () => {
    const group = full.one('AWS::CloudFront::KeyGroup', 'ImagesKeysKeyGroup').Properties['KeyGroupConfig'];
    const { Environment } = full.one('AWS::Lambda::Function', 'ListThumbnailsFunction').Properties as {
      Environment: { Variables: Record<string, unknown> };
    };
    const { IMAGE_KEY_PAIR_ID, IMAGE_KEY_SECRET_ARN } = Environment.Variables;

    expect((group as { Items: unknown[] }).Items.map(render)).toEqual([
      '${ImagesKeysPublicKey2}',
      '${ImagesKeysPublicKey1}',
    ]);
    expect([IMAGE_KEY_PAIR_ID, IMAGE_KEY_SECRET_ARN].map(render)).toEqual([
      '${ImagesKeysPublicKey2}',
      '${ImagesKeysKey2Secret}',
    ]);
  });
});
