import type { Section } from '../section.ts';

export const ERRORS: Section = {
  title: '8. Error catalogue',
  rows: {
    '8.no-session':
      'Generate without session | "Please sign in to generate a thumbnail." and redirect to /auth',
    '8.no-credits.balance': 'Credits are 0',
    '8.no-credits.server': 'or server error contains "Insufficient credits"',
    '8.no-credits.message': '"You have run out of credits." with a Buy More Credits link',
    '8.no-credits.5000-ms': 'shown 5000 ms',
    '8.no-credits.flag': 'the out-of-credits flag is set',
    '8.generation-failure':
      'Other generation failure | "Failed to generate thumbnail: {reason}. Please try again."',
    '8.generation-failure.default': 'default reason "Failed to generate thumbnail. Please try again."',
    '8.download-failure': 'Download failure | "Failed to download image. Please try again."',
    '8.sign-out-failure': 'Sign-out failure | "Error signing out: {message}"',
    '8.sign-out-success': 'Sign-out success | "Signed out successfully!"',
    '8.purchase-no-session':
      'Purchase without session | "Please sign in to purchase credits." and redirect to /auth',
    '8.no-checkout-url': 'Missing checkoutUrl | "Failed to get checkout URL."',
    '8.purchase-failure': 'Purchase thrown error | toast "Purchase failed: {message}. Please try again."',
    '8.auth-error': "Auth errors | The backend's message text in a danger box under the form",
    '8.image-load-error': 'Image load error | ignored (no handling)',
    '8.text.magic-link': 'Default success texts: "Check your email for the magic link"',
    '8.text.reset': '"Check your email for the password reset link"',
    '8.text.updated': '"Your password has been updated"',
  },
};
