import { ok, warn, type Check } from './check.ts';

/** Whether somebody is told when something goes wrong. */
export const alarms: Check = {
  name: 'alarms',
  look({ settings: { stage, keepData, alarmEmail } }) {
    if (alarmEmail !== undefined) {
      return Promise.resolve([
        ok('Alarms go out by e-mail, once the address has confirmed what AWS sent it.'),
      ]);
    }
    if (!keepData) return Promise.resolve([]);
    return Promise.resolve([
      warn('Nobody is told of an alarm.', `Set alarmEmail in infra/stages/${stage}.ts.`),
    ]);
  },
};
