import type { CustomMessageTriggerEvent, PostConfirmationTriggerEvent } from 'aws-lambda';
import { USER } from './event.ts';

interface Confirmation {
  sub?: string | undefined;
  email?: string;
  verified?: 'true' | 'false' | 'absent';
  triggerSource?: PostConfirmationTriggerEvent['triggerSource'];
  clientMetadata?: Record<string, string>;
}

const common = {
  version: '1',
  region: 'us-west-2',
  userPoolId: 'us-west-2_Pool',
  // The user name can differ from the sub.
  userName: 'not-the-sub',
  callerContext: { awsSdkVersion: 'aws-sdk', clientId: 'client' },
};

/** The event of Cognito's custom message trigger. */
export function codeRequested(
  triggerSource: CustomMessageTriggerEvent['triggerSource'],
): CustomMessageTriggerEvent {
  return {
    ...common,
    triggerSource,
    request: {
      userAttributes: { sub: 'user', email: 'creator@example.com', 'cognito:user_status': 'UNCONFIRMED' },
      codeParameter: '{####}',
      linkParameter: '{##Click Here##}',
      usernameParameter: null,
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  };
}

/** The event of Cognito's post-confirmation trigger. */
export function confirmed({
  email = 'creator@example.com',
  verified = 'true',
  triggerSource = 'PostConfirmation_ConfirmSignUp',
  clientMetadata,
  ...rest
}: Confirmation = {}): PostConfirmationTriggerEvent {
  const sub = 'sub' in rest ? rest.sub : USER;
  return {
    ...common,
    triggerSource,
    request: {
      ...(clientMetadata && { clientMetadata }),
      userAttributes: {
        email,
        ...(verified !== 'absent' && { email_verified: verified }),
        ...(sub === undefined ? {} : { sub }),
      },
    },
    response: {},
  };
}
