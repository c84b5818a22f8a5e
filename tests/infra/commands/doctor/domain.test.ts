import dns from 'node:dns';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NOT_DEPLOYED, runCheck } from '../../support/doctor.ts';
import { CERTIFICATE } from '../../support/stages.ts';

const NAME = 'thumbs.example.com';
const inZone = { name: NAME, hostedZone: { id: 'Z0123456789ABC', name: 'example.com' } };
const elsewhere = { name: NAME, certificateArn: CERTIFICATE };
const DELETE =
  'Delete the A, AAAA and CNAME records of the name from the hosted zone, or set domain.name to another name.';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** @param records the names that have an A record. @param headers of the site at the name; undefined for no answer. */
function setUp(records: string[], headers?: Record<string, string>): void {
  vi.spyOn(dns.promises, 'resolve').mockImplementation((name: string, type = 'A') =>
    type === 'A' && records.includes(name)
      ? Promise.resolve(['192.0.2.1'])
      : Promise.reject(
          Object.assign(new Error(), { code: records.includes(name) ? 'ENODATA' : 'ENOTFOUND' }),
        ),
  );
  vi.stubGlobal('fetch', () =>
    headers === undefined
      ? Promise.reject(new TypeError())
      : Promise.resolve(new Response(null, { headers })),
  );
}

describe('doctor, domain:', () => {
  it.each([
    ['accepts a name without a record', inZone, [], undefined, `ok ${NAME} has no DNS record yet.`],
    [
      'refuses a record in the hosted zone',
      inZone,
      [NAME],
      {},
      `FAIL ${NAME} already has a DNS record: a deployment would fail. -> ${DELETE}`,
    ],
    [
      'warns if a wildcard of the hosted zone may be the record',
      inZone,
      [NAME, 'thumbforge-doctor.example.com'],
      undefined,
      `warn example.com has a wildcard, so ${NAME} may have a DNS record already. -> ${DELETE}`,
    ],
    [
      'refuses a name that another distribution has, also with DNS elsewhere',
      elsewhere,
      [NAME],
      { 'x-amz-cf-id': 'id' },
      `FAIL Another CloudFront distribution answers at ${NAME}: a deployment would fail. -> Remove the alternate domain name ${NAME} from it, and the DNS record that leads to it.`,
    ],
    [
      'accepts with DNS elsewhere a name that leads to another site',
      elsewhere,
      [NAME],
      {},
      `ok ${NAME} leads to another site until you change its DNS record.`,
    ],
  ])('%s', async (_, setting, records, headers, finding) => {
    setUp(records, headers);

    expect(await runCheck('domain', { ...NOT_DEPLOYED, settings: { domain: setting } })).toEqual([finding]);
  });

  it('accepts the name that the stage has already, and does not apply to a stage without a domain', async () => {
    const outputs = () => Promise.resolve({ SiteUrl: `https://${NAME}` });

    expect(await runCheck('domain', { settings: { domain: inZone }, outputs })).toEqual([
      `ok The stage has the name ${NAME}.`,
    ]);
    expect(await runCheck('domain', NOT_DEPLOYED)).toEqual([]);
  });

  it('is unknown without DNS', async () => {
    vi.spyOn(dns.promises, 'resolve').mockRejectedValue(Object.assign(new Error(), { code: 'ESERVFAIL' }));

    expect(await runCheck('domain', { ...NOT_DEPLOYED, settings: { domain: inZone } })).toEqual([
      '? The check failed: Error. -> Run the doctor again.',
    ]);
  });
});
