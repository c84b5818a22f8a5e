import { useState } from 'react';
import { isUnauthorized } from '../../../api/errors.ts';
import { exportAccount } from '../api.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { notify } from '../../../ui/notify.ts';
import { Spinner } from '../../../ui/spinner.tsx';

const FILE_NAME = 'thumbforge-data.json';

/** Saves everything that is stored about the user as a file. */
export function DownloadData() {
  const [isBusy, setIsBusy] = useState(false);

  const download = async () => {
    setIsBusy(true);
    try {
      const data = JSON.stringify(await exportAccount(), undefined, 2);
      saveFile(new Blob([data], { type: 'application/json' }), FILE_NAME);
    } catch (error) {
      // The end of the session has its own message.
      if (!isUnauthorized(error)) notify.error('Failed to download your data. Please try again.');
    }
    setIsBusy(false);
  };

  return (
    <section className="account-section" aria-labelledby="download-data">
      <h2 id="download-data">Your data</h2>
      <p>
        Your account, credits, purchases and prompts as a file. Its links to your images work for 15 minutes.
      </p>
      <Button variant="outline" disabled={isBusy} onClick={() => void download()}>
        {isBusy ? <Spinner /> : <DownloadIcon />} Download my data
      </Button>
    </section>
  );
}
