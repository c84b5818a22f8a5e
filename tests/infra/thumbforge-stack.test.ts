// One file, so that one synth serves them all.
import './constructs/api.suite.ts';
import './constructs/data.suite.ts';
import './constructs/domain.suite.ts';
import './constructs/identity.suite.ts';
import './constructs/images.suite.ts';
import './constructs/operation.suite.ts';
import './constructs/operations.suite.ts';
import './constructs/site.suite.ts';
import './edge-stack.suite.ts';
import './observability/alarms.suite.ts';
import './observability/dashboard.suite.ts';
import './permissions.suite.ts';
