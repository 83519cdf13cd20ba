/**
 * What a page begins with: its code, and the answers of the api without which it would show nothing. The build turns
 * this list into `pages.json`; the server puts the answers into the page itself, so that nothing waits for the code to
 * ask. An address that is missing here costs a moment, never a page: the code asks for it. The loaders of the routes ask
 * for the same: `src/app/route-manifest.test.ts` compares them.
 */
export interface PageManifest {
  /** With `:name` for a part of the address. */
  readonly path: string;
  /** The module of the page, from `src/features`. */
  readonly code: string;
  /** URI templates (RFC 6570: `{name}`, `{?a,b}`, `{&a,b=otherwise}`) of GET requests; names are parts or parameters of the address. */
  readonly data: readonly string[];
  /** More of them for jury and administrator. */
  readonly staffData?: readonly string[];
  /** Its own code may be this large, kB of 1000 bytes before compression; omitted: the usual. */
  readonly kilobytes?: number;
}

/** What every page runs, with what most of them share, may be this large, and what a page adds to it: a larger build fails. */
export const commonKilobytes = 930;
export const usualKilobytes = 40;

/** On every page. */
export const everywhere = { data: ['/api/contests'], staffData: ['/api/alarms/open'] } as const;

const contest = '/api/contests/{contest}';
/** What the numbers on the jury's tabs are counted from. */
const juryTabs = [`${contest}/rejudgings?limit=0`, `${contest}/wall-limits/proposals`];
const filters = 'problem,team,language,verdict,host,jury,suspect,unhealthy,from,until,judgedFrom,judgedUntil';

export const pages: readonly PageManifest[] = [
  { path: '/', code: 'contests/contests-page.tsx', data: [] },
  { path: '/login', code: 'session/login-page.tsx', data: [] },
  { path: '/register', code: 'registration/register-page.tsx', data: ['/api/registration'] },
  { path: '/password', code: 'session/password-page.tsx', data: [] },
  {
    path: '/contests/:contest',
    code: 'contest-overview/contest-page.tsx',
    data: [contest, `${contest}/scoreboard/summary`],
  },
  {
    path: '/contests/:contest/problems/:label',
    code: 'problems/problem-page.tsx',
    // Most of it is the catalogue of languages, which recognises a contestant's language by the text.
    kilobytes: 72,
    data: [contest, `${contest}/problems/{label}`],
  },
  { path: '/contests/:contest/submit', code: 'submit/submit-page.tsx', kilobytes: 60, data: [contest] },
  {
    path: '/contests/:contest/submissions',
    code: 'submissions/submissions-page.tsx',
    data: [contest, `${contest}/submissions?limit=100{&${filters}}`],
    staffData: juryTabs,
  },
  {
    path: '/contests/:contest/submissions/:submission',
    code: 'submissions/submission-page.tsx',
    kilobytes: 56,
    data: ['/api/submissions/{submission}'],
  },
  {
    path: '/contests/:contest/scoreboard',
    code: 'scoreboard/scoreboard-page.tsx',
    data: [`${contest}/scoreboard{?as}`],
  },
  {
    path: '/contests/:contest/awards',
    code: 'awards/awards-page.tsx',
    data: [`${contest}/awards`, `${contest}/scoreboard`],
    staffData: [`${contest}/award-sheet`, ...juryTabs],
  },
  {
    path: '/contests/:contest/rejudgings',
    code: 'rejudgings/rejudgings-page.tsx',
    data: [],
    staffData: [...juryTabs, `${contest}/rejudgings?limit=40`],
  },
  {
    path: '/contests/:contest/rejudgings/new',
    code: 'rejudgings/new-rejudging-page.tsx',
    data: [],
    staffData: [
      contest,
      `${contest}/rejudgings/selection{?${filters},limits}`,
      `${contest}/unhealthy-periods`,
    ],
  },
  {
    path: '/contests/:contest/rejudgings/:rejudging',
    code: 'rejudgings/rejudging-page.tsx',
    data: [],
    staffData: ['/api/rejudgings/{rejudging}', '/api/rejudgings/{rejudging}/preview'],
  },
  {
    path: '/contests/:contest/resolver',
    code: 'resolver/resolver-page.tsx',
    data: [],
    staffData: juryTabs,
  },
  {
    path: '/contests/:contest/wall-limits',
    code: 'wall-limits/wall-limits-page.tsx',
    data: [],
    staffData: [
      contest,
      `${contest}/wall-limits`,
      '/api/wall-limits',
      `${contest}/wall-limits/measurements{?level=problem,id}`,
      `${contest}/wall-limits/history`,
      ...juryTabs,
    ],
  },
  {
    path: '/contests/:contest/control',
    code: 'contest-control/contest-control-page.tsx',
    data: [],
    staffData: [`${contest}/control`, contest, ...juryTabs],
  },
  {
    path: '/contests/:contest/settings',
    code: 'contest-settings/contest-settings-page.tsx',
    data: [],
    staffData: [`${contest}/control`, contest, ...juryTabs],
  },
  {
    path: '/judgehosts',
    code: 'judgehosts/judgehosts-page.tsx',
    kilobytes: 64,
    data: [],
    staffData: [
      '/api/monitor/hosts',
      '/api/monitor/differences',
      '/api/judgehosts/{open}',
      '/api/judgehosts/{open}/health?limit=20',
    ],
  },
  {
    path: '/alarms',
    code: 'alarms/alarms-page.tsx',
    data: [],
    staffData: ['/api/alarms?state=ended{&rule,judgehost}'],
  },
  {
    path: '/timeline',
    code: 'timeline/timeline-page.tsx',
    kilobytes: 40,
    data: [],
    staffData: ['/api/monitor/cells?rows=160{&minutes}'],
  },
  { path: '/admin', code: 'admin/admin-page.tsx', data: [] },
  {
    path: '/admin/contests',
    code: 'contest-list/contest-list-page.tsx',
    data: [],
    staffData: ['/api/admin/contests'],
  },
  { path: '/admin/contests/new', code: 'contest-list/new-contest-page.tsx', data: [] },
  {
    path: '/bound-accounts',
    code: 'people/bound-accounts-page.tsx',
    data: [],
    staffData: ['/api/accounts/bindings'],
  },
  { path: '/people', code: 'people/people-page.tsx', kilobytes: 60, data: [], staffData: ['/api/people'] },
];
