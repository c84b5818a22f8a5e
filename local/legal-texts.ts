/** Sample texts of the local stage, by their path. A seller must write other texts: these samples only list the topics of the texts. */
export const LEGAL_TEXTS: Readonly<Record<string, string>> = {
  '/local/terms': `Terms of service (sample)

Sample Studio sells credits for generated thumbnails. One generation costs the credits that the model picker shows. A failed
generation costs nothing. Credits do not expire and cannot be exchanged for money, except as the refund policy says.

A pack also has what its card lists: a support level, and with some packs early access to new features or integrations (API keys and
the MCP server). An account has these while it has a purchase of the pack that was not fully refunded.
`,
  '/local/privacy': `Privacy policy (sample)

We store your e-mail address, your prompts, your thumbnails, and your purchases. Stripe processes payments. Amazon Web Services
hosts the site and generates the images.

A reference image that you upload is used only for the purpose that you choose for it. It is processed in three regions of the
United States (us-east-1, us-east-2 and us-west-2), and deleted within a day. A picture that you make a thumbnail, a cut-out or a layer
of is kept until you delete it. A video of which you take a frame stays on your device.

If your prompt contains a link to a video, our server requests its title and image from YouTube, and your browser loads its
preview from i.ytimg.com. Neither is stored. If you compare a thumbnail with videos on YouTube, our server requests their titles and
images. They are not stored.

If you press Improve, your idea is sent to a text model in the same three regions. If you say what to change in a thumbnail, your
sentence, the thumbnail's prompt and its texts are. If you ask for concepts, your script is. If you press Translate, the thumbnail's
texts are. Neither they nor the suggestions are stored, except the words that you keep in the thumbnail.

If a page fails, your browser sends us what kind of error it was, the page, the version of its scripts and the family of the browser,
without your account, address or texts. We count these reports.

You can delete your account and everything in it on the account page. Backups of our database keep what was deleted for 35 days
more, and those of images for up to eight days. They are used only to repair damage. A copy of your e-mail address and of your
account's ID, written every night, is deleted with your account, and older states of it after 35 days. We keep a hash of your
address, so that free credits are given once, and the records of your credits and payments without your name or address. If you
bought credits or your account was suspended, the hash keeps the number of the deleted account: a dispute, a suspension or credits
that are due count for a new one.
`,
  '/local/refunds': `Refund policy (sample)

You may cancel a purchase within 14 days, for the credits that you have not used. You asked for the credits at once, so you lose
the right to cancel for credits that you use. A full refund, or a dispute that you win, also takes back what came with the pack: its
API keys stop working, and its support level and its early access end. Thumbnails that you made stay yours. Write to support@thumbforge.example.
`,
};
