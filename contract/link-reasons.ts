/** The reasons why a link in a prompt cannot be used. They have their own file, so that a list of sentences does not load the parser. */
export const LINK_REASONS = {
  severalLinks: 'The prompt has more than one link; only one link to a YouTube video or channel can be used',
  otherSite: 'The prompt has a link to another site; only links to YouTube videos and channels can be used',
  malformedLink: 'The YouTube link does not lead to a video or channel; copy the whole link again',
  playlist: 'A link to a playlist cannot be used; paste a link to one of its videos',
  legacyChannel:
    "Channel links with /c/ or /user/ cannot be used; paste a /channel/ link or a link to one of the channel's videos",
  /** The stage has no key of the YouTube Data API. */
  unsupportedHandle:
    "Channel links with an @name do not work here; paste a /channel/ link or a link to one of the channel's videos",
} as const;

export type LinkError = keyof typeof LINK_REASONS;
