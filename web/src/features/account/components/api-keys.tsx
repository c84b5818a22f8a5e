import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { LIMITS } from '../../../../../contract/limits.ts';
import type { ListKeysResponse } from '../../../../../contract/api-key-schemas.ts';
import { hasVisibleCharacter } from '../../../../../contract/visible-text.ts';
import { explain } from '../../../api/error-sentences.ts';
import { isUnauthorized } from '../../../api/errors.ts';
import { formatDay } from '../../../lib/format.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EarlyAccess } from '../../../ui/early-access.tsx';
import { Link } from '../../../ui/link.tsx';
import { notify } from '../../../ui/notify.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { createApiKey, revokeApiKey, useApiKeys } from '../api.ts';

type ApiKey = ListKeysResponse['keys'][number];

/** The keys of the public API: their list, a new one, and its text, which is shown once. */
export default function ApiKeys({ userId, isEarly }: { userId: string; isEarly: boolean }) {
  const query = useApiKeys(userId);
  const [newKey, setNewKey] = useState<string>();
  const [toRevoke, setToRevoke] = useState<ApiKey>();
  const [isRevoking, setIsRevoking] = useState(false);
  // The button that asked disappears with its key.
  const heading = useRestoreFocus<HTMLHeadingElement>(isRevoking);
  const data = query.status === 'success' ? query.data : undefined;

  const reportFailure = (what: string, error: unknown) => {
    // The end of the session has its own message.
    if (!isUnauthorized(error)) notify.error(`${what}: ${explain(error)}.`);
  };
  const create = async (name: string) => {
    try {
      const { key, ...created } = await createApiKey(name);
      setNewKey(key);
      if (data) query.setData({ ...data, keys: [...data.keys, created] });
      return true;
    } catch (error) {
      reportFailure('The key was not created', error);
      return false;
    }
  };
  const revoke = async ({ id }: ApiKey) => {
    setToRevoke(undefined);
    setIsRevoking(true);
    try {
      await revokeApiKey(id);
      if (data) query.setData({ ...data, keys: data.keys.filter((key) => key.id !== id) });
      notify.success('Key revoked.');
    } catch (error) {
      reportFailure('The key was not revoked', error);
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
      {newKey !== undefined && <NewKey text={newKey} />}
      {data?.requiredPack !== undefined && (
        <>
          <p>API keys come with the {data.requiredPack} pack.</p>
          <LinkButton variant="outline" to={PATHS.buyCredits}>
            See the packs
          </LinkButton>
        </>
      )}
      {data && data.requiredPack === undefined && data.keys.length < LIMITS.apiKeys && (
        <KeyForm onCreate={create} />
      )}
      {toRevoke && (
        <Dialog
          title={`Revoke “${toRevoke.name}”?`}
          onCancel={() => setToRevoke(undefined)}
          cancelLabel="Cancel"
          actions={
            <Button variant="danger" onClick={() => void revoke(toRevoke)}>
              Revoke key
            </Button>
          }
        >
          <p>Tools that use it stop working within 30 seconds. This cannot be undone.</p>
        </Dialog>
      )}
    </section>
  );
}

function KeyList({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  if (keys.length === 0) return null;
  return (
    <ul className="api-keys" aria-labelledby="api-keys">
      {keys.map((key) => (
        <li key={key.id}>
          <span>
            <strong>{key.name}</strong>
            <span>
              Created {formatDay(key.createdAt)},{' '}
              {key.lastUsed === undefined ? 'not used yet' : `last used ${formatDay(key.lastUsed)}`}
            </span>
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

/** @param onCreate returns whether the key was created. */
function KeyForm({ onCreate }: { onCreate: (name: string) => Promise<boolean> }) {
  const [name, setName] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsBusy(true);
    if (await onCreate(name)) setName('');
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
        onChange={setName}
        required
      />
      <Button type="submit" variant="outline" disabled={isBusy || !hasVisibleCharacter(name)}>
        {isBusy && <Spinner />} Create key
      </Button>
    </form>
  );
}
