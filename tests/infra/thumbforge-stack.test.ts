// One test file imports all suites, so that they share one synthesis.
import './api.suite.ts';
import './edge.suite.ts';
import './functions.suite.ts';
import './identity.suite.ts';
import './monitoring.suite.ts';
import './site.suite.ts';
import './snapshots.suite.ts';
import './storage.suite.ts';
