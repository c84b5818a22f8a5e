import type * as cognito from 'aws-cdk-lib/aws-cognito';
import { acknowledge } from '../acknowledge.ts';

/** States why people sign in as they do. */
export function acknowledgeSignIn(pool: cognito.UserPool): void {
  acknowledge(pool, {
    'AwsSolutions-COG1':
      'Ten characters with a letter and a digit: length protects more than a mixture of signs (NIST SP 800-63B, 3.1.1), and people write mixtures down.',
    'AwsSolutions-COG2':
      'An account holds credits worth a few pounds and thumbnails that are made to be shown. A second factor would cost more creators than it saves, and Cognito has none beside the one-time code by e-mail.',
    'AwsSolutions-COG8':
      'The Plus plan is billed for every user of a month. SRP, errors that do not tell who has an account, refresh tokens used once, and the firewall are in place without it.',
  });
}
