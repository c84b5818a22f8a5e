import type { LegalInfo } from '../../../../../contract/site-config.ts';

/** What a consumer must know before a purchase: the seller, the price, the supply, the right to cancel, and the support. */
export function SellerNote({ legal }: { legal: LegalInfo }) {
  const { sellerName, sellerAddress, supportEmail, termsUrl, refundsUrl } = legal;
  return (
    <p className="seller-note">
      Sold by {sellerName}, {sellerAddress}. Prices are final. Credits are available right after the payment:
      you can cancel within 14 days for credits that you have not used.{' '}
      <a href={termsUrl}>Terms of service</a>, <a href={refundsUrl}>refund policy</a>. Support:{' '}
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </p>
  );
}
