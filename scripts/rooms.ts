/**
 * Which room of an app may import which, types included. This is the only list; `layers.test.ts` holds the code to it.
 * A file directly below `src` is above all rooms and may import any; no room may import one of those. What is below
 * `platform` knows nothing of contests, and every other room may import it.
 */
export type AllowedArrows = Readonly<Record<string, readonly string[]>>;

export const apiRooms: AllowedArrows = {
  'platform/errors': [],
  'platform/lib': ['platform/errors'],
  'platform/database': ['platform/errors', 'platform/lib'],
  'platform/config': ['platform/database'],
  'platform/http': ['platform/config', 'platform/errors', 'platform/lib'],
  'platform/metrics': ['platform/database', 'platform/errors', 'platform/http', 'platform/lib'],
  'platform/pdf': [],
  'platform/redis': [],
  platform: [
    'platform/config',
    'platform/database',
    'platform/errors',
    'platform/http',
    'platform/lib',
    'platform/metrics',
    'platform/redis',
  ],
  audit: [],
  events: [],
  files: [],
  problems: ['audit', 'events', 'files'],
  contests: ['audit', 'events', 'files', 'people', 'problems'],
  people: ['audit', 'events'],
  judgehosts: ['audit', 'contests', 'events'],
  accounts: ['audit', 'events'],
  'single-sign-on': ['accounts', 'audit', 'events', 'people'],
  registrations: ['accounts', 'audit', 'events', 'people'],
  'wall-limits': ['audit', 'contests', 'events', 'problems'],
  'judging/plan': ['contests'],
  'judging/tasks': ['judgehosts', 'judging/plan'],
  'judging/metrics': [],
  'judging/queue': ['events', 'judgehosts', 'judging/tasks'],
  'judging/claims': [
    'events',
    'judging/metrics',
    'judging/queue',
    'judging/tasks',
    'problems',
    'wall-limits',
  ],
  'judging/results': ['events', 'judgehosts', 'judging/metrics', 'judging/queue', 'judging/tasks'],
  'judging/sweep': ['judging/queue', 'judging/results', 'judging/tasks'],
  judging: [
    'events',
    'judging/claims',
    'judging/metrics',
    'judging/plan',
    'judging/queue',
    'judging/results',
    'judging/sweep',
    'judging/tasks',
  ],
  'judgehost-api': ['files', 'judgehosts', 'judging', 'judging/claims', 'judging/results', 'judging/tasks'],
  submissions: [
    'audit',
    'contests',
    'events',
    'files',
    'judgehosts',
    'judging',
    'judging/plan',
    'judging/queue',
    'judging/tasks',
    'problems',
  ],
  rejudgings: [
    'audit',
    'contests',
    'events',
    'judging',
    'judging/plan',
    'judging/queue',
    'judging/tasks',
    'submissions',
    'wall-limits',
  ],
  awards: ['audit', 'contests', 'events'],
  results: ['audit', 'awards', 'contests', 'events', 'files'],
  ceremony: ['awards', 'contests', 'files'],
  'contest-packages': ['audit', 'awards', 'contests', 'events', 'files', 'people', 'problems', 'results'],
  live: ['accounts', 'contests', 'events', 'submissions'],
  'fleet/alarms': ['audit'],
  fleet: ['accounts', 'contests', 'events', 'fleet/alarms', 'judgehosts', 'judging', 'judging/tasks', 'live'],
  web: ['accounts', 'contests', 'live'],
};

export const judgehostRooms: AllowedArrows = {
  platform: [],
  api: [],
  cache: ['api'],
  slots: ['cache'],
  queue: [],
  metrics: ['cache'],
  health: ['slots'],
  tasks: ['api', 'cache', 'metrics', 'queue', 'slots'],
};

/** Of the commands. `platform` is what all of them need: the terminal, the words of a command, the checkout. */
export const cliRooms: AllowedArrows = {
  'local-judging': [],
  burnin: ['local-judging'],
  rootfs: ['local-judging'],
  checks: ['rootfs'],
  doctor: ['local-judging'],
  judgehost: [],
  up: [],
  commands: ['burnin', 'checks', 'doctor', 'judgehost', 'local-judging', 'rootfs', 'up'],
  platform: [],
};

/**
 * Of the web app. Every feature may import `api`, `components`, `lib` and `live`; `app` (routes and shell) is above all
 * features, and nothing imports it.
 */
export const webRooms: AllowedArrows = {
  api: [],
  lib: [],
  live: ['api'],
  components: ['api', 'lib', 'live'],
  'features/session': [],
  'features/contests': ['features/session'],
  'features/alarms': [],
  'features/judgehosts': ['features/alarms', 'features/contests', 'features/session'],
  'features/submit': ['features/contests', 'features/session'],
  'features/admin': ['features/contests', 'features/judgehosts', 'features/submit'],
  'features/jury': ['features/session'],
  'features/scoreboard': ['features/contests', 'features/session'],
  'features/awards': ['features/jury', 'features/scoreboard', 'features/session'],
  'features/resolver': ['features/jury', 'features/scoreboard'],
  'features/submission-filter': ['features/judgehosts', 'features/scoreboard'],
  'features/rejudgings': ['features/contests', 'features/jury', 'features/submission-filter'],
  'features/contest-control': ['features/contests', 'features/jury', 'features/rejudgings'],
  'features/contest-settings': [
    'features/contest-control',
    'features/judgehosts',
    'features/jury',
    'features/people',
  ],
  'features/contest-list': ['features/contest-control', 'features/contest-settings', 'features/contests'],
  'features/submissions': [
    'features/contests',
    'features/jury',
    'features/rejudgings',
    'features/session',
    'features/submission-filter',
    'features/submit',
  ],
  'features/contest-overview': [
    'features/contests',
    'features/scoreboard',
    'features/session',
    'features/submissions',
    'features/submit',
  ],
  'features/registration': [],
  'features/people': ['features/contests', 'features/session', 'features/submit'],
  'features/problems': ['features/contests', 'features/session', 'features/submissions', 'features/submit'],
  'features/timeline': ['features/alarms', 'features/contests', 'features/judgehosts'],
  'features/wall-limits': ['features/contests', 'features/jury'],
  theme: [],
};

/** Of the native core: which folder may include headers of which. `main.cc` is above all. */
export const sandboxRooms: AllowedArrows = {
  kernel: [],
  wire: ['kernel'],
  exchange: ['kernel', 'wire'],
  slot: ['kernel', 'wire'],
  run: ['exchange', 'kernel', 'slot', 'wire'],
  broker: ['kernel', 'run', 'slot', 'wire'],
};
