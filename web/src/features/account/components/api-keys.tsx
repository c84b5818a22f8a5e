import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { LIMITS } from '#contract/limits.ts';
import type { ListKeysResponse } from '#contract/endpoints/api-key-schemas.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { explain } from '../../../api/error-sentences.ts';
import { hasCode, isOutcomeUnknown, isUnauthorized } from '../../../api/errors.ts';
import { formatDay } from '../../../lib/format.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import type { User } from '../../../session/session-store.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { DangerButton } from '../../../ui/danger-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EarlyAccess } from '../../../ui/early-access.tsx';
import { Link } from '../../../ui/link.tsx';
import { notify } from '../../../ui/notify.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { createApiKey, revokeApiKey, useApiKeys } from '../api.ts';
import { ConfirmSignIn } from './confirm-sign-in.tsx';

type ApiKey = ListKeysResponse['keys'][number];

/** Says that a key was not created or not revoked, or that this is not known. */
function reportFailure(change: 'created' | 'revoked', error: unknown): void {
  if (isOutcomeUnknown(error))
    notify.error(`We did not hear whether the key was ${change}. ${UNKNOWN_ADVICE[change]}`);
  // The end of the session has its own message.
  else if (!isUnauthorized(error)) notify.error(`The key was not ${change}: ${explain(error)}.`);
}

const UNKNOWN_ADVICE = {
  created: 'If it is in the list, revoke it and create another key: the text of a key is shown only once.',
  revoked: 'If it is still in the list, revoke it again.',
};

/** Creates keys, after a new sign-in if the session of the page is too old. */
function useKeyCreation(onCreated: (key: ApiKey) => void, onFailed: (error: unknown) => void) {
  const [name, setName] = useState('');
  const [last, setLast] = useState<{ id: string; text: string }>();
  const [isSignInNeeded, setIsSignInNeeded] = useState(false);

  /** @param token of a new sign-in. */
  const create = async (token?: string) => {
    setIsSignInNeeded(false);
    try {
      const { key, ...created } = await createApiKey(name, token);
      setLast({ id: created.id, text: key });
      // The name of the next key may be typed already.
      setName((newest) => (newest === name ? '' : newest));
      onCreated(created);
    } catch (error) {
      if (hasCode(error, 'reauthentication_required')) setIsSignInNeeded(true);
      else onFailed(error);
    }
  };

  const cancel = () => setIsSignInNeeded(false);
  const forget = (id: string) => setLast((newest) => (newest?.id === id ? undefined : newest));
  return { name, setName, text: last?.text, isSignInNeeded, create, cancel, forget };
}

/** The keys of the public API: their list, a new one, and its text, which is shown once. */
export default function ApiKeys({ user, isEarly }: { user: User; isEarly: boolean }) {
  const query = useApiKeys(user.id);
  const [toRevoke, setToRevoke] = useState<ApiKey>();
  const [isRevoking, setIsRevoking] = useState(false);
  // The button that asked disappears with its key.
  const heading = useRestoreFocus<HTMLHeadingElement>(isRevoking);
  const data = query.status === 'success' ? query.data : undefined;
  const change = (edit: (keys: ApiKey[]) => ApiKey[]) =>
    query.setData((newest) => newest && { ...newest, keys: edit(newest.keys) });
  const fail = (kind: 'created' | 'revoked', error: unknown) => {
    reportFailure(kind, error);
    if (isOutcomeUnknown(error)) query.refetch();
  };
  const creation = useKeyCreation(
    (created) => change((keys) => [...keys, created]),
    (error) => fail('created', error),
  );

  const revoke = async ({ id }: ApiKey) => {
    setToRevoke(undefined);
    setIsRevoking(true);
    try {
      await revokeApiKey(id);
      change((keys) => keys.filter((key) => key.id !== id));
      creation.forget(id);
      notify.success('Key revoked.');
    } catch (error) {
      fail('revoked', error);
    }
    setIsRevoking(false);
  };

  return (
    <section className="account-section" aria-labelledby="api-keys">
      <h2 ref={heading} tabIndex={-1}>
        <span id="api-keys">API keys</span> {isEarly && <EarlyAccess />}
      </h2>
      <p>
        Make thumbnails from your own tools. A key can spend your credits and see your thumbnails, so keep it
        secret. A new password revokes all keys. <Link to={PATHS.developers}>How to use it</Link>
      </p>
      {query.status === 'pending' && <Skeleton width={20} />}
      {query.status === 'error' && <p>Your keys could not be loaded.</p>}
      {data && <KeyList keys={data.keys} onRevoke={setToRevoke} />}
      {creation.text !== undefined && <NewKey text={creation.text} />}
      {data?.requiredPack !== undefined && (
        <>
          <p>{`API keys come with the ${data.requiredPack} pack.`}</p>
          <LinkButton variant="outline" to={PATHS.buyCredits}>
            See the packs
          </LinkButton>
        </>
      )}
      {data && data.requiredPack === undefined && data.keys.length < LIMITS.apiKeys && (
        <KeyForm name={creation.name} onChange={creation.setName} onCreate={creation.create} />
      )}
      {creation.isSignInNeeded && (
        <ConfirmSignIn
          email={user.email}
          action="Create key"
          onConfirm={creation.create}
          onCancel={creation.cancel}
        >
          A key works until you revoke it, so only a recent sign-in can create one.
        </ConfirmSignIn>
      )}
      {toRevoke && (
        <Dialog
          title={`Revoke “${toRevoke.name}”?`}
          isWarning
          onCancel={() => setToRevoke(undefined)}
          cancelLabel="Cancel"
          actions={<DangerButton onClick={() => void revoke(toRevoke)}>Revoke key</DangerButton>}
        >
          <p>Tools that use it stop working within 30 seconds. This cannot be undone.</p>
        </Dialog>
      )}
    </section>
  );
}

function describeUse({ createdAt, lastUsed }: ApiKey): string {
  const use = lastUsed === undefined ? 'not used yet' : `last used ${formatDay(lastUsed)}`;
  return `Created ${formatDay(createdAt)}, ${use}`;
}

function KeyList({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  if (keys.length === 0) return null;
  return (
    <ul className="api-keys" aria-labelledby="api-keys">
      {keys.map((key) => (
        <li key={key.id}>
          <span>
            <strong>{key.name}</strong>
            <span>{describeUse(key)}</span>
          </span>
          <Button variant="quiet" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}

function NewKey({ text }: { text: string }) {
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => notify.success('Key copied.'),
      () => notify.error('The key could not be copied. Select it and copy it yourself.'),
    );
  return (
    <div className="new-key">
      <TextField
        label="Your new key. Copy it now, because it is not shown again."
        readOnly
        value={text}
        onFocus={(event) => event.target.select()}
      />
      <Button variant="outline" onClick={copy}>
        Copy key
      </Button>
    </div>
  );
}

interface KeyFormProps {
  name: string;
  onChange: (name: string) => void;
  onCreate: () => Promise<void>;
}

function KeyForm({ name, onChange, onCreate }: KeyFormProps) {
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsBusy(true);
    await onCreate();
    setIsBusy(false);
  };
  return (
    <form className="account-form" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name of the new key"
        value={name}
        maxLength={LIMITS.keyNameLength}
        placeholder="Upload script"
        autoComplete="off"
        onChange={onChange}
        required
      />
      <Button type="submit" variant="outline" disabled={isBusy || !hasVisibleCharacter(name)}>
        {isBusy && <Spinner />} <span>Create key</span>
      </Button>
    </form>
  );
}
