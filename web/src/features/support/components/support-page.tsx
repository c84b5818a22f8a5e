import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import { LIMITS } from '#contract/limits.ts';
import { findSupportLevel, namePacks } from '#contract/packs.ts';
import { SUPPORT_LEVELS } from '#contract/support.ts';
import type { AnswerHours, SupportLevel } from '#contract/support.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { explain } from '../../../api/error-sentences.ts';
import { isOutcomeUnknown } from '../../../api/errors.ts';
import { listFailedRequests } from '../../../api/read-error.ts';
import { usePacks } from '../../../api/read-credits.ts';
import { request } from '../../../api/request.ts';
import { useSiteConfig } from '../../../api/site-config.ts';
import { STORAGE_KEYS, userValue } from '../../../lib/browser-storage.ts';
import { comeBackTo } from '../../../lib/come-back.ts';
import { isObjectOf, isString } from '../../../lib/guards.ts';
import { HEADINGS, PATHS } from '../../../lib/paths.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import { useSession } from '../../../session/session-provider.tsx';
import type { User } from '../../../session/session-store.ts';
import { replaceControls } from '../../../lib/replace-controls.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Link } from '../../../ui/link.tsx';
import { Page } from '../../../ui/page.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { usePicture } from '../hooks/use-picture.ts';
import { PictureField } from './picture-field.tsx';
import './support.css';

const nameHolders = (level: SupportLevel) => `accounts with ${namePacks(({ support }) => support === level)}`;

/** The name of each level and the accounts that have it, as users read them. */
const LEVELS: Record<SupportLevel, { name: string; holder: string }> = {
  standard: { name: 'Standard', holder: 'every account' },
  priority: { name: 'Priority', holder: nameHolders('priority') },
  dedicated: { name: 'Dedicated', holder: `${nameHolders('dedicated')}, 24/7` },
};

/** Formats a time, for example `within 4 hours` or `within 3 days`. */
function formatAnswerTime(hours: number): string {
  const isDays = hours > 24 && hours % 24 === 0;
  const [count, unit] = isDays ? [hours / 24, 'day'] : [hours, 'hour'];
  return `within ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The ways to reach the operator: a form for signed-in users, and the seller's address for everybody. */
export default function SupportPage() {
  const session = useSession();
  const config = useSiteConfig();
  const navigate = useNavigate();
  if (config.status === 'pending') return <Page {...HEADINGS.support} isBusy />;
  const { legal, answerHours } = config.status === 'success' ? config.data : {};
  return (
    <Page {...HEADINGS.support}>
      <div className="support">
        {answerHours && session.status === 'signed-in' && (
          <SupportForm user={session.user} answerHours={answerHours} address={legal?.supportEmail} />
        )}
        {answerHours && session.status === 'visitor' && (
          <section>
            <p>Sign in to send a message from here, with the support level of your account.</p>
            <Button
              variant="primary"
              onClick={() => void navigate(PATHS.auth, { state: comeBackTo(PATHS.support) })}
            >
              Sign in
            </Button>
          </section>
        )}
        {legal && (
          <p className="support-address">
            <span>{answerHours ? 'Or write to' : 'Write to'}</span>{' '}
            <a href={`mailto:${legal.supportEmail}`}>{legal.supportEmail}</a>.
          </p>
        )}
        {config.status === 'error' && (
          <p role="alert">This page could not be loaded. Check your connection and load it again.</p>
        )}
        {config.status === 'success' && !legal && (
          <p>Support cannot be reached from here yet: this site names no address.</p>
        )}
        {answerHours && <Levels answerHours={answerHours} />}
      </div>
    </Page>
  );
}

function Levels({ answerHours }: { answerHours: AnswerHours }) {
  return (
    <section aria-labelledby="support-levels">
      <h2 id="support-levels">When you get an answer</h2>
      <dl className="support-levels">
        {SUPPORT_LEVELS.map((level) => (
          <div key={level}>
            <dt>
              <span>{LEVELS[level].name}</span> <small>{LEVELS[level].holder}</small>
            </dt>
            <dd>{formatAnswerTime(answerHours[level])}</dd>
          </div>
        ))}
      </dl>
      <p>
        The level follows from your <Link to={PATHS.buyCredits}>packs</Link>. A refund of a pack takes its
        level with it.
      </p>
    </section>
  );
}

interface Draft {
  userId: string;
  subject: string;
  message: string;
}

/** An unsent message, which stays in this tab while its user visits other pages or signs in again. */
const draftStore = userValue<Draft>(
  STORAGE_KEYS.supportDraft,
  isObjectOf<Draft>({ userId: isString, subject: isString, message: isString }),
);

type State =
  | { status: 'idle' | 'sending' }
  | { status: 'sent'; answerHours: number }
  | { status: 'failed'; isUnknown: boolean; reason: string };

/** A change of the text after the end of the request hides the message about its end. */
const UNSENT_TEXT = ' The text that you have typed since then was not sent.';

interface SupportFormProps {
  user: User;
  answerHours: AnswerHours;
  /** The e-mail address that the page names as an alternative to the form. */
  address: string | undefined;
}

function SupportForm({ user, answerHours, address }: SupportFormProps) {
  const picture = usePicture();
  const { draft, change, state, send } = useSupportMessage(user.id, picture);
  const level = findSupportLevel(usePacks(user.id));
  // The button is disabled while a message is sent, and stays disabled until the user writes the next message.
  const heading = useRestoreFocus<HTMLHeadingElement>(state.status === 'sending');
  const hasText = draft.subject + draft.message !== '';
  const id = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form className="support-form" aria-labelledby={id} onSubmit={submit}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        Send a message
      </h2>
      <p>
        <span>{`Your account has ${LEVELS[level].name} support: you get an answer`}</span>{' '}
        <strong>{formatAnswerTime(answerHours[level])}</strong>
        <span>{`, at ${user.email}.`}</span>
      </p>
      <TextField
        label="Subject"
        dir="auto"
        required
        maxLength={LIMITS.supportSubjectLength}
        value={draft.subject}
        onChange={(value) => change({ subject: value })}
      />
      <Field label="Message">
        {(fieldId) => (
          <textarea
            id={fieldId}
            className="field-box"
            dir="auto"
            rows={8}
            required
            maxLength={LIMITS.supportMessageLength}
            value={draft.message}
            onChange={({ target }) => change({ message: replaceControls(target.value) })}
          />
        )}
      </Field>
      <PictureField
        state={picture.state}
        disabled={state.status === 'sending'}
        onChoose={picture.choose}
        onRemove={picture.remove}
      />
      <p className="support-note">
        With your message we get the id of your account and the ids of your last failed requests, no prompts.
      </p>
      <Button
        type="submit"
        variant="primary"
        disabled={
          state.status === 'sending' ||
          picture.state.status === 'reading' ||
          !hasVisibleCharacter(draft.subject) ||
          !hasVisibleCharacter(draft.message)
        }
      >
        {state.status === 'sending' && <Spinner />} <span>Send message</span>
      </Button>
      {state.status === 'failed' && (
        <p className="field-error" role="alert">
          <span>
            {`${state.isUnknown ? 'We did not hear whether your message was sent' : 'Your message was not sent'}: ${state.reason}`}
          </span>
          . It is still here: send it again
          <span>{address && `, or write to ${address}`}</span>.
        </p>
      )}
      <p role="status">
        {state.status === 'sent' &&
          `Your message was sent. You get an answer ${formatAnswerTime(state.answerHours)}.${hasText ? UNSENT_TEXT : ''}`}
      </p>
    </form>
  );
}

function useSupportMessage(userId: string, picture: ReturnType<typeof usePicture>) {
  const empty = { userId, subject: '', message: '' };
  const [draft, setDraft] = useState(() => draftStore.load(userId) ?? empty);
  const [state, setState] = useState<State>({ status: 'idle' });

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    draftStore.save(next);
    if (state.status !== 'sending') setState({ status: 'idle' });
  };
  const send = async () => {
    setState({ status: 'sending' });
    try {
      const { subject, message } = draft;
      const { answerHours } = await sendSupportMessage({
        subject,
        message,
        ...(picture.base64 !== undefined && { picture: picture.base64 }),
      });
      picture.remove();
      // The user may have typed more while the message was sent, on this page or after a visit to another page.
      const isSent = (other: Draft) => other.subject === subject && other.message === message;
      if (isSent(draftStore.load(userId) ?? empty)) draftStore.remove();
      setDraft((newest) => (isSent(newest) ? empty : newest));
      setState({ status: 'sent', answerHours });
    } catch (error) {
      setState({ status: 'failed', isUnknown: isOutcomeUnknown(error), reason: explain(error) });
    }
  };
  return { draft, change, state, send };
}

/** Longer than the time that the e-mail service has, with a second attempt. */
const TIMEOUT_MS = 15_000;
/** The additional time for a picture: 1.4 MB of base64 at an uplink of 20 kB per second. */
const PICTURE_MS = 70_000;

/** Sends a message to the operator, with the ids of the requests that failed last. */
const sendSupportMessage = (message: {
  subject: string;
  message: string;
  picture?: string;
}): Promise<EndpointResponse<'sendSupportMessage'>> =>
  request(
    'sendSupportMessage',
    { body: { ...message, requestIds: listFailedRequests() } },
    { timeoutMs: TIMEOUT_MS + (message.picture === undefined ? 0 : PICTURE_MS) },
  );
