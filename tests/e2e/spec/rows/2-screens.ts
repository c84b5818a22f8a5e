import type { Section } from '../section.ts';

export const SCREENS: Section = {
  title: '2. Screens and routes',
  rows: {
    '2.route.home': '/ | Generator (home)',
    '2.route.auth': '/auth | Sign-in page.',
    '2.route.auth-view': 'Query parameter view (sign_in or sign_up) is read but has no effect.',
    '2.route.buy-credits': '/buy-credits | Credit pack purchase',
    '2.route.not-found': '* | Not-found page',

    '2.home.header': 'Header: logo and product title.',
    '2.home.header-signed-in':
      "For signed-in users: credit balance, a Buy Credits button, the user's address ({email}) and a Sign Out button.",
    '2.home.header-visitor': 'For visitors: Sign In and Sign Up buttons.',
    '2.home.hero': 'hero text',
    '2.home.preview': 'a 16:9 preview area',
    '2.home.download': 'a Download button once an image exists',
    '2.home.selector': 'a selector block',
    '2.home.prompt': 'a prompt input',
    '2.home.negative-prompt': 'a negative prompt text area',
    '2.home.buy-more': 'a Buy More Credits button shown when credits are exhausted',
    '2.home.previous': 'a Previous Thumbnails grid (2 columns on small screens, 4 on wide screens)',
    '2.home.blurbs': 'three feature blurbs (AI-Powered, Lightning Fast, Style Mimicry)',

    '2.prompt.placeholder':
      'one text input with the placeholder "Enter thumbnail idea or YouTube channel / video to use as reference"',
    '2.prompt.generate': 'a Generate button',
    '2.prompt.examples': 'four clickable example prompts that fill the input when clicked',
    '2.prompt.example.game': 'a game-style thumbnail with a shocked face',
    '2.prompt.example.setup': 'a gaming-setup review with neon lighting',
    '2.prompt.example.build': 'a build tutorial with a castle',
    '2.prompt.example.programming': 'a programming tutorial with code and a laptop',

    '2.preview.empty': 'shows "Your thumbnail will appear here" when empty',
    '2.preview.loading': 'a spinner with "Generating your thumbnail..." while loading',
    '2.preview.image': 'the image (alt text "Generated thumbnail") once a URL exists',

    '2.references.label': 'label "Upload reference images"',
    '2.references.hint': 'hint "Face, background, or style references"',
    '2.references.multiple': 'It accepts multiple image files',
    '2.references.grid': 'shows a grid of thumbnails of the chosen files',
    '2.references.remove': 'each with a remove button',

    '2.warning': 'A confirmation dialog titled "Warning!" appears when the history is full',

    '2.auth.card': 'A centred card (maximum width about 28rem)',
    '2.auth.logo': 'with the logo linking to /',
    '2.auth.theme': 'an authentication form with a dark theme and a cyan brand colour',
    '2.auth.no-social': 'No third-party social providers are offered.',
    '2.auth.home-after-sign-in': 'Once a signed-in event arrives, the user is sent to /.',
    '2.auth.view.sign_in': 'Form views: sign_in',
    '2.auth.view.sign_up': 'sign_up',
    '2.auth.view.forgotten_password': 'forgotten_password',
    '2.auth.view.magic_link': 'magic_link',
    '2.auth.view.update_password': 'update_password',
    '2.auth.view.verify_otp': 'verify_otp',
    '2.auth.links': 'Links between views are shown when links are enabled.',
    '2.auth.social-buttons':
      'Social provider buttons would appear only on sign_in, sign_up and magic_link, but none are configured.',
    '2.auth.label.sign-in': 'Default labels: "Sign in"',
    '2.auth.label.sign-up': '"Sign up"',
    '2.auth.label.magic-link': '"Send Magic Link"',
    '2.auth.label.reset': '"Send reset password instructions"',
    '2.auth.label.update': '"Update password"',
    '2.auth.label.verify': '"Verify token"',

    '2.buy.header': 'Header with logo and a "Back to Home" button to /.',
    '2.buy.title': 'Title "Get More Credits"',
    '2.buy.subtitle': 'subtitle "Choose a credit pack to continue generating amazing thumbnails."',
    '2.buy.grid': 'A three-column grid of pack cards.',
    '2.buy.card.name': 'Each shows the name',
    '2.buy.card.count': '"N Generations"',
    '2.buy.card.price': 'the price',
    '2.buy.card.features': 'a feature list',
    '2.buy.card.button': 'a button "Get {pack name}"',

    '2.not-found.words': 'Shows "404", "Oops! Page not found"',
    '2.not-found.link': 'a link back to the home page',
  },
};
