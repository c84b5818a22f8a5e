import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeCard } from '#contract/pack-card.ts';
import { PACK_IDS, PACKS } from '#contract/packs.ts';
import { dev, full, listStatements, prod, render, type Cloud } from './support/cloud.ts';
import { LEGAL, STAGES } from './support/stages.ts';

const EARLY_ACCESS_PACKS = PACK_IDS.filter((id) => PACKS[id].earlyAccess);

interface Behavior {
  TargetOriginId: string;
  FunctionAssociations?: { EventType: string; FunctionARN: unknown }[];
  [property: string]: unknown;
}
type Origin = Record<string, unknown> & { Id: string; DomainName: unknown };

const distribution = prod.one('AWS::CloudFront::Distribution', 'SiteDistribution').Properties[
  'DistributionConfig'
] as { CacheBehaviors: Behavior[]; DefaultCacheBehavior: Behavior; Origins: Origin[] };
const pages = distribution.DefaultCacheBehavior;
const findOrigin = (behavior: Behavior | undefined) =>
  distribution.Origins.find(({ Id }) => Id === behavior?.TargetOriginId);

describe('the distribution', () => {
  it.each([
    ['SiteBucket', pages],
    ['ImagesBucket', distribution.CacheBehaviors[1]],
  ])('alone may read the bucket %s', (id, behavior) => {
    const policy = prod.one('AWS::S3::BucketPolicy', `${id}Policy`).Properties['PolicyDocument'];
    const readers = listStatements(policy).filter(
      ({ Effect, Action }) => Effect === 'Allow' && Action === 's3:GetObject',
    );

    expect(render(findOrigin(behavior)?.DomainName)).toBe(`\${${id}.RegionalDomainName}`);
    expect(readers).toHaveLength(1);
    for (const { Principal, Condition } of readers) {
      const { StringEquals } = Condition as { StringEquals: Record<string, unknown> };
      expect(Principal).toEqual({ Service: 'cloudfront.amazonaws.com' });
      expect(render(StringEquals['AWS:SourceArn'])).toMatch(/:distribution\/\$\{SiteDistribution\}$/);
    }
  });

  it('forwards only the paths of the API to it, caches nothing of it, and gives all responses the security headers', () => {
    const [document, images, ...behaviors] = distribution.CacheBehaviors;

    expect(behaviors.map((behavior) => behavior['PathPattern'])).toEqual(['/api/*', '/v1/*', '/mcp*']);
    for (const api of behaviors) {
      // The managed policies CachingDisabled and AllViewerExceptHostHeader.
      expect(api).toMatchObject({
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      });
      expect(api['AllowedMethods']).toEqual(expect.arrayContaining(['GET', 'POST', 'DELETE']));
      expect(render(findOrigin(api)?.DomainName)).toMatch(/^\$\{ApiHttpApi\}\.execute-api\./);
    }
    // The document of the public API is a file of the site.
    expect(document).toMatchObject({ PathPattern: '/v1/openapi.json', TargetOriginId: pages.TargetOriginId });
    for (const behavior of [document, images, ...behaviors, pages]) {
      expect(render(behavior?.['ResponseHeadersPolicyId'])).toBe('${SiteHeaders}');
    }
  });

  it('neither caches nor replaces error responses, so that each error of the API reaches only its own browser', () => {
    expect(distribution).toHaveProperty(
      'CustomErrorResponses',
      [400, 403, 404, 405, 500, 501, 502, 503, 504].map((ErrorCode) => ({
        ErrorCode,
        ErrorCachingMinTTL: 0,
      })),
    );
    expect(distribution.CacheBehaviors.filter((each) => 'FunctionAssociations' in each)).toEqual([]);
  });
});

describe('the security headers', () => {
  const { SecurityHeadersConfig: security } = prod.one(
    'AWS::CloudFront::ResponseHeadersPolicy',
    'SiteHeaders',
  ).Properties['ResponseHeadersPolicyConfig'] as {
    SecurityHeadersConfig: Record<string, Record<string, unknown>>;
  };
  const uploads = 'https://${ImagesBucket.RegionalDomainName}';

  it('allow only the site, Cognito and uploads of images, without inline scripts or styles', () => {
    const policy = render(security['ContentSecurityPolicy']?.['ContentSecurityPolicy']);

    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "base-uri 'none'",
      `connect-src 'self' https://cognito-idp.\${AWS::Region}.\${AWS::URLSuffix} ${uploads}`,
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data: blob: https://i.ytimg.com",
      "manifest-src 'self'",
      'media-src blob:',
      "script-src 'self'",
      "style-src 'self'",
    ]);
  });
});

describe('the deployment of the site', () => {
  const readDeployment = (cloud: Cloud, id: string) =>
    cloud.one('Custom::CDKBucketDeployment', id).Properties as {
      /** For each source: its markers, and the references that replace them. */
      SourceMarkers: Record<string, unknown>[];
    };

  /** The only uploaded file of that name, with the references that its markers stand for. */
  function readUpload(cloud: Cloud, name: string, markers: Record<string, unknown>[]): string {
    const files = readdirSync(cloud.directory, { recursive: true, encoding: 'utf8' });
    const [file = '', ...more] = files.filter((path) => path.endsWith(name));
    expect(more).toEqual([]);
    return Object.entries(Object.assign({}, ...markers) as Record<string, unknown>).reduce(
      (text, [marker, reference]) => text.replaceAll(marker, render(reference)),
      readFileSync(join(cloud.directory, file), 'utf8'),
    );
  }

  it('caches files with a hash in their name permanently, and revalidates all others', () => {
    expect(readDeployment(prod, 'SiteAssetsCustomResource')).toMatchObject({
      Exclude: ['*'],
      Include: ['assets/*'],
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
      Prune: false,
    });
    expect(readDeployment(prod, 'SitePagesCustomResource')).toMatchObject({
      Exclude: ['assets/*', 'examples/*'],
      SystemMetadata: { 'cache-control': 'no-cache' },
      DistributionPaths: ['/*'],
      // Pages are revalidated and assets have hashed names, so a slow invalidation must not fail a deployment.
      WaitForDistributionInvalidation: false,
    });
  });

  it('shows new pages only after the whole API that they call, which waits for its functions', () => {
    const { DependsOn = [] } = prod.one('Custom::CDKBucketDeployment', 'SitePagesCustomResource');
    const api = Object.keys(prod.all()).filter((id) =>
      prod.all()[id]?.Type.startsWith('AWS::ApiGatewayV2::'),
    );
    const integrations = Object.values(prod.all('AWS::ApiGatewayV2::Integration'));

    expect(api.length).toBeGreaterThan(integrations.length);
    expect(DependsOn.map((id) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(expect.arrayContaining(api));
    for (const { Properties } of integrations) {
      expect(render(Properties['IntegrationUri'])).toMatch(/^\$\{\w+Function\.Arn\}$/);
    }
  });

  it("writes the site's origin into the pages", () => {
    const { SourceMarkers } = readDeployment(prod, 'SitePagesCustomResource');

    // The first source holds the files without markers, the second source holds the page.
    expect(readUpload(prod, 'index.html', SourceMarkers.slice(1, 2))).toBe(
      '<html data-examples="none"><link rel="canonical" href="https://${SiteDistribution.DomainName}/" />',
    );
  });

  it('uploads the pictures of the example prompts, if there are some, and says so in the pages', () => {
    expect(prod.all('Custom::CDKBucketDeployment')).not.toHaveProperty('SiteExamplesCustomResource');
    expect(readDeployment(full, 'SiteExamplesCustomResource')).toMatchObject({
      DestinationBucketKeyPrefix: 'examples',
      SystemMetadata: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=3600' },
    });
    const { SourceMarkers } = readDeployment(full, 'SitePagesCustomResource');

    expect(readUpload(full, 'index.html', SourceMarkers.slice(1, 2))).toContain('data-examples="sketches"');
  });

  const { models, services } = STAGES.prod;
  it.each([
    [
      'prod',
      prod,
      {
        region: STAGES.prod.region,
        magicLink: false,
        models: models.map(({ id, label, cost, strength }) => ({ id, label, cost, strength })),
        thumbnailModels: [...models, ...services.slice(0, 2)].map(({ id, label }) => ({ id, label })),
        references: { video: true, channel: false, images: true, cutouts: true, cutoutCost: 1 },
        referenceModels: services
          .slice(0, 2)
          .map(({ service, label, cost, strength }) => ({ service, label, cost, strength })),
        edits: services.slice(3).map(({ service, label, cost }) => ({ service, label, cost })),
        promptAssistance: false,
        earlyAccess: ['brand', 'keys'],
        earlyAccessPacks: EARLY_ACCESS_PACKS,
        packs: [],
        welcomeCredits: STAGES.prod.welcomeCredits,
      },
    ],
    [
      'a stage with a price for one pack, which is the only one on sale',
      full,
      {
        region: 'eu-west-1',
        magicLink: true,
        models: [
          {
            id: 'stability.stable-image-ultra-v1:1',
            label: 'Ultra',
            cost: 2,
            strength: 'Slower, the finest detail and light',
          },
          { id: 'stability.next-v1:0', label: 'Next', cost: 1 },
        ],
        thumbnailModels: [
          { id: 'stability.stable-image-ultra-v1:1', label: 'Ultra' },
          { id: 'stability.next-v1:0', label: 'Next' },
          { id: 'us.stability.stable-image-control-structure-v1:0', label: 'Structure' },
        ],
        references: { video: false, channel: true, images: true, cutouts: false },
        edits: [],
        referenceModels: [
          {
            service: 'layout',
            label: 'Structure',
            cost: 2,
            strength: 'Keeps the composition of the reference',
          },
        ],
        promptAssistance: true,
        earlyAccess: ['edits', 'concepts', 'brand', 'keys'],
        earlyAccessPacks: EARLY_ACCESS_PACKS,
        packs: [{ ...composeCard('pro'), priceId: 'price_pro' }],
        welcomeCredits: 0,
        legal: LEGAL,
        answerHours: { standard: 48, priority: 12, dedicated: 2 },
      },
    ],
  ])('writes config.json of %s', (_, cloud, expected) => {
    const { SourceMarkers } = readDeployment(cloud, 'SitePagesCustomResource');

    expect(JSON.parse(readUpload(cloud, 'config.json', SourceMarkers))).toEqual({
      userPoolId: '${IdentityPool}',
      userPoolClientId: '${IdentityPoolSite}',
      ...expected,
    });
  });

  it('warns about missing legal settings and a missing sender only if the stage keeps its data', () => {
    const beginnings = ['The site names no seller, terms,', 'Cognito sends the e-mails, at most 50 a day'];

    const warned = [prod, dev, full].map(({ warnings }) =>
      beginnings.map((beginning) => warnings.some((warning) => warning.startsWith(beginning))),
    );
    expect(warned).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
  });
});
