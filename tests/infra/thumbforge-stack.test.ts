// One test file imports all suites, so that they share one build and one synthesis.
import './alarms.suite.ts';
import './api.suite.ts';
import './bundles.suite.ts';
import './data.suite.ts';
import './deployed-data.suite.ts';
import './images.suite.ts';
import './edge.suite.ts';
import './limits.suite.ts';
import './monitoring.suite.ts';
import './nag.suite.ts';
import './recovery.suite.ts';
import './router.suite.ts';
import './secrets.suite.ts';
import './sign-in-firewall.suite.ts';
import './site.suite.ts';
import './snapshots.suite.ts';
import './stacks.suite.ts';
