// Isolated, because the site reads its settings once and the other files share its modules. The suites are one file, so that the site is
// loaded once for both. The first one reads the settings.
import './site-settings.suite.tsx';
import './early-access.suite.tsx';
