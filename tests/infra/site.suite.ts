import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { PACKS } from '../../contract/packs.ts';
import { full, listStatements, prod, render, type Cloud } from './support/cloud.ts';
import { STAGES } from './support/stages.ts';

interface Behavior {
  TargetOriginId: string;
  FunctionAssociations?: { EventType: string; FunctionARN: unknown }[];
  [property: string]: unknown;
}
interface Origin {
  Id: string;
  DomainName: unknown;
  [property: string]: unknown;
}

const distribution = prod.one('AWS::CloudFront::Distribution', 'SiteDistribution').Properties[
  'DistributionConfig'
] as { CacheBehaviors: Behavior[]; DefaultCacheBehavior: Behavior; Origins: Origin[] };
const pages = distribution.DefaultCacheBehavior;
const findOrigin = (behavior: Behavior | undefined) =>
  distribution.Origins.find(({ Id }) => Id === behavior?.TargetOriginId);

describe('the distribution', () => {
  it('alone may read the bucket of the site', () => {
    const policy = prod.one('AWS::S3::BucketPolicy', 'SiteBucketPolicy').Properties['PolicyDocument'];
    const readers = listStatements(policy).filter(({ Effect }) => Effect === 'Allow');

    expect(render(findOrigin(pages)?.DomainName)).toBe('${SiteBucket.RegionalDomainName}');
    expect(readers.flatMap(({ Action }) => Action)).toEqual(expect.arrayContaining(['s3:GetObject']));
    for (const { Action, Principal, Condition } of readers.filter((each) => each.Action === 's3:GetObject')) {
      const { StringEquals } = Condition as { StringEquals: Record<string, unknown> };
      expect([Action, Principal]).toEqual(['s3:GetObject', { Service: 'cloudfront.amazonaws.com' }]);
      expect(render(StringEquals['AWS:SourceArn'])).toMatch(/:distribution\/\$\{SiteDistribution\}$/);
    }
  });

  it('forwards only /api/* to the API, caches nothing of it, and gives all responses the security headers', () => {
    const [api, ...more] = distribution.CacheBehaviors;

    expect(more).toEqual([]);
    // The managed policies CachingDisabled and AllViewerExceptHostHeader.
    expect(api).toMatchObject({
      PathPattern: '/api/*',
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    });
    expect(api?.['AllowedMethods']).toEqual(expect.arrayContaining(['GET', 'POST', 'DELETE']));
    expect(render(findOrigin(api)?.DomainName)).toMatch(/^\$\{ApiHttpApi\}\.execute-api\./);
    for (const behavior of [api, pages]) {
      expect(render(behavior?.['ResponseHeadersPolicyId'])).toBe('${SiteHeaders}');
    }
  });

  it('does not replace error responses, so that an error of the API reaches the browser', () => {
    expect(distribution).not.toHaveProperty('CustomErrorResponses');
    expect(distribution.CacheBehaviors[0]).not.toHaveProperty('FunctionAssociations');
  });
});

describe('the security headers', () => {
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = prod.one(
    'AWS::CloudFront::ResponseHeadersPolicy',
    'SiteHeaders',
  ).Properties['ResponseHeadersPolicyConfig'] as {
    SecurityHeadersConfig: Record<string, Record<string, unknown>>;
    CustomHeadersConfig: { Items: Record<string, unknown>[] };
  };
  const images =
    'https://thumbforge-prod-images-${AWS::AccountId}-${AWS::Region}.s3.${AWS::Region}.${AWS::URLSuffix}';

  it('allow only the site, Cognito and the images, without inline scripts or styles', () => {
    const policy = render(security['ContentSecurityPolicy']?.['ContentSecurityPolicy']);

    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "base-uri 'none'",
      `connect-src 'self' https://cognito-idp.\${AWS::Region}.\${AWS::URLSuffix} ${images}`,
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      `img-src 'self' data: blob: ${images}`,
      "manifest-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
    ]);
  });

  it('override the headers of the origin', () => {
    for (const header of [...Object.values(security), ...custom.Items]) expect(header['Override']).toBe(true);
  });
});

describe('the router', () => {
  const { FunctionCode: code } = prod.one('AWS::CloudFront::Function', 'SiteRouter').Properties;

  it('runs on each request for a page', () => {
    expect(pages.FunctionAssociations?.map(({ EventType }) => EventType)).toEqual(['viewer-request']);
    expect(render(pages.FunctionAssociations?.[0]?.FunctionARN)).toBe('${SiteRouter.FunctionARN}');
  });

  it.each([
    ['/', '/index.html'],
    ['/?session_id=1', '/index.html'],
    ['/auth', '/auth.html'],
    ['/auth?view=sign_up', '/app.html'],
    ['/buy-credits', '/app.html'],
    ['/auth/', '/app.html'],
    ['/a.b/c', '/app.html'],
    ['/index.html', '/app.html'],
    ['/assets/x.js', '/assets/x.js'],
    ['/config.json', '/config.json'],
    ['/favicon.svg', '/favicon.svg'],
  ])('serves for the path %s the file %s', (path, file) => {
    const [uri, query = ''] = path.split('?');
    const querystring = Object.fromEntries(
      [...new URLSearchParams(query)].map(([name, value]) => [name, { value }]),
    );
    const event = { request: { uri, querystring, method: 'GET', headers: {} } };

    const request = runInNewContext(`${String(code)}; handler(event);`, { event }) as unknown;

    expect(request).toEqual({ uri: file, querystring, method: 'GET', headers: {} });
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
      Exclude: ['assets/*'],
      SystemMetadata: { 'cache-control': 'no-cache' },
      DistributionPaths: ['/*'],
    });
  });

  it("writes the site's origin into the pages", () => {
    const { SourceMarkers } = readDeployment(prod, 'SitePagesCustomResource');

    // The first source holds the files without markers, the second one the page.
    expect(readUpload(prod, 'index.html', SourceMarkers.slice(1, 2))).toBe(
      '<link rel="canonical" href="https://${SiteDistribution.DomainName}/" />',
    );
  });

  it.each([
    [
      'prod',
      prod,
      {
        region: STAGES.prod.region,
        magicLink: false,
        models: STAGES.prod.models.map(({ id, label, cost }) => ({ id, label, cost })),
        packs: [],
      },
    ],
    [
      'a stage with a price for one pack, which is the only one on sale',
      full,
      {
        region: 'eu-west-1',
        magicLink: true,
        models: [
          { id: 'stability.stable-image-ultra-v1:1', label: 'Ultra', cost: 2 },
          { id: 'stability.next-v1:0', label: 'Next', cost: 1 },
        ],
        packs: [{ ...PACKS.pro, priceId: 'price_pro' }],
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
});
