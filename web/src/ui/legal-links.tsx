import type { LegalInfo } from '../../../contract/site-config.ts';

/** Links to the seller's policies and support. */
export function LegalLinks({ legal }: { legal: LegalInfo }) {
  return (
    <>
      <a href={legal.termsUrl}>Terms</a>
      <a href={legal.privacyUrl}>Privacy</a>
      <a href={legal.refundsUrl}>Refunds</a>
      <a href={`mailto:${legal.supportEmail}`}>Support</a>
    </>
  );
}
