import { describe, expect, it } from 'vitest';
import { findDraft, keepDraft } from '../../../../web/src/features/finish/model/saving/design-drafts.ts';
import { clearUserData } from '../../../../web/src/lib/clear-user-data.ts';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';

const ADA = 'user-ada';

describe('the drafts of a browser', () => {
  const keep = (thumbnailId: string, userId = ADA) =>
    keepDraft({ id: `${userId} ${thumbnailId}`, userId, thumbnailId, design: EMPTY_DESIGN, version: 0 });

  it('belong to one user and are removed when they sign out', () => {
    keep('1');
    keep('1', 'user-bob');
    expect(findDraft(ADA, '1')).toMatchObject({ userId: ADA });
    expect(findDraft('user-eve', '1')).toBeUndefined();

    clearUserData();
    expect(findDraft(ADA, '1')).toBeUndefined();
  });

  it('are limited to the twelve newest', () => {
    for (let number = 1; number <= 13; number += 1) keep(String(number));

    expect(findDraft(ADA, '1')).toBeUndefined();
    expect(findDraft(ADA, '2')).toBeDefined();
  });

  it('are ignored when they are damaged', () => {
    localStorage.setItem(
      'designDrafts',
      JSON.stringify([null, { userId: ADA, thumbnailId: '1', version: 0 }]),
    );

    expect(findDraft(ADA, '1')).toBeUndefined();
  });
});
