/** Every page, and who looks at it. */

export const roles = ['visitor', 'team', 'jury', 'admin'] as const;
export type Who = (typeof roles)[number];
/**
 * A page's name, who looks at it, its address, and a text that is there when it is complete. For others than the first
 * it is the same page with more or less on it: its layout is looked at, and nothing else.
 */
export type PageCase = [name: string, who: Who | readonly Who[], address: string, complete: string | RegExp];

/** Names as they come: long, from right to left, of wide letters, with pictures. */
export const teamNames: Readonly<Record<string, string>> = {
  team02: 'The Department of Theoretical Computer Science and Applied Mathematics Second Team',
  team03: 'جامعة القاهرة — فريق الخوارزميات الأول',
  team04: '京都大学情報学研究科アルゴリズム研究会第二チーム',
  team05: '🦊🐝 Quill & Compile 👩‍💻',
};

const all = ['team', 'visitor', 'jury', 'admin'] as const;
const jury = ['jury', 'admin'] as const;
/** @param of what there is in the contest: a rejected submission, one that does not compile, and a rejudging */
export const pageCases = ({
  contest,
  wrong,
  uncompiled,
  rejudging,
}: Record<'contest' | 'wrong' | 'uncompiled' | 'rejudging', string>): PageCase[] => [
  ['login', 'visitor', '/login', 'Log in with the account'],
  ['password', 'team', '/password', 'Present password'],
  ['contests', all, '/', /Warm-up/],
  ['scoreboard-public', ['visitor', 'admin'], `/contests/${contest}/scoreboard`, 'updates live'],
  ['contest', all, `/contests/${contest}`, 'Rules in short'],
  ['problem', all, `/contests/${contest}/problems/A`, 'Input 1'],
  ['problem-html', 'team', `/contests/${contest}/problems/B`, 'Input 1'],
  ['problem-interactive', 'team', `/contests/${contest}/problems/F`, /Sample|Interaction/],
  ['submit', 'team', `/contests/${contest}/submit`, 'Your solution'],
  ['submissions-team', 'team', `/contests/${contest}/submissions`, 'Verdict'],
  ['submission-team', 'team', `/contests/${contest}/submissions/${wrong}`, 'Source'],
  ['submission-compile-error', 'team', `/contests/${contest}/submissions/${uncompiled}`, 'Compile error'],
  ['scoreboard-team', 'team', `/contests/${contest}/scoreboard`, 'updates live'],
  ['scoreboard-full', 'visitor', `/contests/${contest}/scoreboard?full=yes`, 'Leave full screen'],
  ['scoreboard-jury', jury, `/contests/${contest}/scoreboard`, 'updates live'],
  ['submissions-jury', jury, `/contests/${contest}/submissions`, 'Verdict'],
  [
    'submissions-filtered',
    'jury',
    `/contests/${contest}/submissions?search=team&suspect=yes`,
    'Nothing matches',
  ],
  ['submission-jury', jury, `/contests/${contest}/submissions/${wrong}?test=1`, 'Figures'],
  ['submission-compile-jury', 'jury', `/contests/${contest}/submissions/${uncompiled}`, 'Compile error'],
  ['awards', ['jury', 'visitor', 'admin'], `/contests/${contest}/awards`, 'Awards'],
  ['resolver', jury, `/contests/${contest}/resolver`, 'Open the ceremony'],
  ['resolver-presenter', 'jury', `/contests/${contest}/resolver?show=rehearsal&rehearsal=7`, 'Next award'],
  ['rejudgings', jury, `/contests/${contest}/rejudgings`, 'a second look'],
  ['rejudging', jury, `/contests/${contest}/rejudgings/${rejudging}`, 'What would change'],
  ['rejudging-new', 'jury', `/contests/${contest}/rejudgings/new?verdict=WA`, 'Rejudge 1 submission'],
  ['wall-limits', jury, `/contests/${contest}/wall-limits`, 'Delay caused by host'],
  ['rejudgings-no-permission', 'team', `/contests/${contest}/rejudgings`, 'Not for this account'],
  ['judgehosts', jury, '/judgehosts', 'testhost'],
  ['judgehost', jury, '/judgehosts?open=testhost', 'Slots on cores'],
  ['timeline', jury, '/timeline', 'Drag to go back'],
  ['alarms', jury, '/alarms', 'When alarms are raised'],
  ['bound-accounts', jury, '/bound-accounts', 'binds its account'],
  ['admin', 'admin', '/admin', 'Import problems'],
  ['contests', 'admin', '/admin/contests', 'New contest'],
  ['contest-new', 'admin', '/admin/contests/new', 'Make the contest'],
  ['contest-control', 'admin', `/contests/${contest}/control`, 'History'],
  ['contest-settings', 'admin', `/contests/${contest}/settings`, 'Times'],
  ['people', 'admin', '/people', 'Grains of Truth'],
  ['people-team', 'admin', '/people?edit=team01', 'Change team team01'],
  ['people-groups', 'admin', '/people?tab=groups&edit=new', 'Open for registration'],
  ['people-accounts', 'admin', '/people?tab=accounts&role=jury', 'New password'],
  ['people-registrations', 'admin', '/people?tab=registrations', 'No registration waits'],
  ['register', ['visitor'], '/register', 'No team can be registered now'],
  ['people-import', 'admin', '/people?tab=import', 'Let the teams take part in'],
  ['not-found', 'team', '/no/such/page', 'There is nothing at this address'],
  ['no-permission', 'team', '/judgehosts', 'Not for this account'],
];
