import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { LIMITS } from '../../../../../contract/limits.ts';
import { findSupportLevel } from '../../../../../contract/support.ts';
import type { AnswerHours } from '../../../../../contract/support.ts';
import { explain } from '../../../api/error-sentences.ts';
import { usePacks } from '../../../api/read-credits.ts';
import { STORAGE_KEYS, userValue } from '../../../lib/browser-storage.ts';
import { isObjectOf, isString } from '../../../lib/guards.ts';
import type { User } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { sendSupportMessage } from '../api.ts';
import { formatAnswerTime, LEVELS } from '../model/levels.ts';

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
  | { status: 'failed'; reason: string };

interface SupportFormProps {
  user: User;
  answerHours: AnswerHours;
  /** Where else a message can go. */
  address: string | undefined;
}

export function SupportForm({ user, answerHours, address }: SupportFormProps) {
  const { draft, change, state, send } = useSupportMessage(user.id);
  const level = findSupportLevel(usePacks(user.id));
  const id = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form className="support-form" aria-labelledby={id} onSubmit={submit}>
      <h2 id={id}>Send a message</h2>
      <p>
        Your account has {LEVELS[level].name} support: you get an answer{' '}
        <strong>{formatAnswerTime(answerHours[level])}</strong>, at {user.email}.
      </p>
      <Field label="Subject">
        {(fieldId) => (
          <input
            id={fieldId}
            className="field-box"
            dir="auto"
            required
            maxLength={LIMITS.supportSubjectLength}
            value={draft.subject}
            onChange={({ target }) => change({ subject: target.value })}
          />
        )}
      </Field>
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
            onChange={({ target }) => change({ message: target.value })}
          />
        )}
      </Field>
      <p className="support-note">
        With your message we get the id of your account and the ids of your last failed requests, no prompts.
      </p>
      <Button
        type="submit"
        variant="primary"
        disabled={state.status === 'sending' || draft.subject.trim() === '' || draft.message.trim() === ''}
      >
        {state.status === 'sending' && <Spinner />} Send message
      </Button>
      {state.status === 'failed' && (
        <p className="field-error" role="alert">
          Your message was not sent: {state.reason}. It is still here: send it again
          {address && `, or write to ${address}`}.
        </p>
      )}
      <p role="status">
        {state.status === 'sent' &&
          `Your message was sent. You get an answer ${formatAnswerTime(state.answerHours)}.`}
      </p>
    </form>
  );
}

function useSupportMessage(userId: string) {
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
      const { answerHours } = await sendSupportMessage({ subject: draft.subject, message: draft.message });
      draftStore.remove();
      setDraft(empty);
      setState({ status: 'sent', answerHours });
    } catch (error) {
      setState({ status: 'failed', reason: explain(error) });
    }
  };
  return { draft, change, state, send };
}
