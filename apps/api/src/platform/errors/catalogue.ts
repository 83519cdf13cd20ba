/**
 * Every error the api answers with: constant code, HTTP status, title, message template.
 *
 * Messages name what was wrong and what would be right; `{name}` is filled in when the
 * error is made. docs/errors.md is written from this table, and a test compares the two.
 */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  readonly message: string;
  /** For docs/errors.md: when it happens and what to do. */
  readonly help: string;
}

const entry = (status: number, title: string, message: string, help: string): ErrorEntry => ({
  status,
  title,
  message,
  help,
});

export const catalogue = {
  REQUEST_INVALID: entry(
    400,
    'The request is not valid',
    'The request is not valid: {reason}',
    'A field is missing or has the wrong form. `errors` names each field and what it must be.',
  ),
  BODY_UNREADABLE: entry(
    400,
    'What was sent cannot be read',
    'What was sent cannot be read as {type}: {reason}',
    'Send well-formed JSON or multipart/form-data, and the matching Content-Type.',
  ),
  BODY_TOO_LARGE: entry(
    413,
    'Too large',
    'What was sent is larger than the {limit} bytes allowed here.',
    'Send less. The problem page names the limits for submissions.',
  ),
  UPLOAD_TOO_SLOW: entry(
    408,
    'The upload took too long',
    'The upload did not arrive within {seconds} seconds and was ended after {bytes} bytes.',
    'Send it again. A submission counts from its last byte, so opening a request early gains nothing. On a slow connection send less.',
  ),
  MEDIA_TYPE_UNSUPPORTED: entry(
    415,
    'The media type is not supported',
    'This address takes {expected}, not {found}.',
    'Set Content-Type to one of the types named.',
  ),
  LOGIN_REQUIRED: entry(
    401,
    'Login required',
    'Log in first: this address is not for visitors.',
    'Log in with POST /api/session, or use HTTP Basic authentication from scripts.',
  ),
  LOGIN_WRONG: entry(
    401,
    'Wrong username or password',
    'The username or the password is wrong.',
    'Check both. The answer is the same for an unknown name, so that names cannot be guessed.',
  ),
  LOGIN_THROTTLED: entry(
    429,
    'Too many failed logins',
    'After {failures} failed logins {what}, the next attempt is possible at {until}.',
    'Wait until then; the Retry-After header has the seconds. People who have logged in before from the same place are not delayed. An administrator can unlock the account at once.',
  ),
  LOGIN_LOCKED: entry(
    429,
    'Locked after failed logins',
    'After {failures} failed logins {what}, logins from here are locked until {until}.',
    'Wait, or ask an administrator, who sees the lock and can remove it (on the page Admin, or with `./sandglass user unlock NAME`). Logins from other places are not affected.',
  ),
  LOGIN_BUSY: entry(
    503,
    'Too many logins at once',
    'Too many logins from this address are waiting; try again in 2 seconds.',
    'Try again. Logins from other addresses are not affected.',
  ),
  LOGIN_BOUND: entry(
    403,
    'Bound to another address',
    'This account was first used at another computer, and logins are accepted from there only. Ask the jury to release it.',
    'Accounts of the team’s group are bound to the address of their first login. The jury sees bound accounts and releases them (on the page Bound accounts, or with `./sandglass user release NAME`); the next login binds again.',
  ),
  PASSWORD_CHANGE_REQUIRED: entry(
    403,
    'Choose a new password first',
    'Your password must be changed before anything else.',
    'The organisers have asked for a new password at the next login. Change it on the page that opens after the login, or with PUT /api/session/password (`current`, `password`); until then every other request is refused.',
  ),
  CSRF_TOKEN_WRONG: entry(
    403,
    'The page is out of date',
    'Nothing was changed, because this page is older than your login. Reload the page and try again.',
    'The CSRF token is missing or wrong: requests that change something need the `csrfToken` of GET /api/session in the `x-csrf-token` header. Fetch /api/session again and send its token. Requests with HTTP Basic authentication need none.',
  ),
  ACCOUNT_CHANGED: entry(
    409,
    'The account has changed',
    'You are now logged in as {name}. Nothing was submitted or changed.',
    'Another tab of the browser has logged in with another account. The `x-account-id` header says for which account the page was made; requests that name another account than that of the session are refused. Without the header nothing is compared.',
  ),
  PERMISSION_DENIED: entry(
    403,
    'Not allowed',
    'This is for {roles}; you are logged in as {role}.',
    'Log in with an account of the role named.',
  ),
  JUDGEHOST_TOKEN_WRONG: entry(
    401,
    'The judgehost token is wrong',
    'The token is not that of a judgehost.',
    'The token was revoked, replaced, or never valid. Create one with `sandglass judgehost join` or POST /api/admin/judgehosts.',
  ),
  REGISTRATION_TOKEN_WRONG: entry(
    401,
    'The registration token is wrong',
    'The registration token is unknown, expired, used before, or made for a host of another name.',
    'A token lets one host join, once. Create another with POST /api/admin/registration-tokens.',
  ),
  JUDGEHOST_NAME_TAKEN: entry(
    409,
    'The name of the judgehost is taken',
    'There already is a judgehost "{judgehost}".',
    'Join under another name (--name), revoke that host, or create a token for its name to replace its credential.',
  ),
  JUDGEHOST_NAME_WRONG: entry(
    409,
    'The token belongs to another judgehost',
    'The token was made for judgehost "{expected}", not for "{found}".',
    'Set SANDGLASS_HOST_NAME to the name the token was made for.',
  ),
  ROUTE_UNKNOWN: entry(
    404,
    'Nothing here',
    'There is nothing at this address.',
    'Check method and path of the request.',
  ),
  CONTEST_UNKNOWN: entry(
    404,
    'No such contest',
    'There is no contest "{contest}".',
    'GET /api/contests lists them.',
  ),
  PROBLEM_UNKNOWN: entry(
    404,
    'No such problem',
    'There is no problem "{problem}" in contest "{contest}", or it is not shown yet.',
    'Use a label of the contest, such as "A". Problems appear when the contest starts.',
  ),
  SUBMISSION_UNKNOWN: entry(
    404,
    'No such submission',
    'There is no submission "{submission}" that you may see.',
    'Teams see their own submissions only.',
  ),
  FILE_UNKNOWN: entry(404, 'No such file', 'There is no file "{file}" here.', 'Check the name.'),
  TEST_UNKNOWN: entry(
    404,
    'No such test',
    'The problem has no test {test}.',
    'Tests are numbered from 0 in judging order.',
  ),
  ALARM_UNKNOWN: entry(
    404,
    'No such alarm',
    'There is no alarm {alarm}.',
    'Alarms are listed by GET /api/alarms.',
  ),
  JUDGEHOST_FULL: entry(
    409,
    'The judgehost has the most tasks allowed',
    'Judgehost "{judgehost}" gets no more tasks: it has {what}.',
    'For judgehosts: drop the job; another host gets it. Report tasks, or return them, before taking more.',
  ),
  JUDGEHOST_RESTRICTED: entry(
    403,
    'The judgehost is restricted to other work',
    'Judgehost "{judgehost}" may not judge the problem of this file, so it does not get the file.',
    'An administrator changes its restrictions with PATCH /api/judgehosts/:id.',
  ),
  JUDGE_PROGRAM_KNOWN: entry(
    409,
    'The judging has its program',
    'Judge task {task} needs no program from this host: the judging already has a program of this build, or one from this host.',
    'For judgehosts: continue. A program is stored once and never replaced while its judging runs.',
  ),
  JUDGEHOST_QUEUE_CLOSED: entry(
    503,
    'Redis has no user for the judgehost',
    'The judgehost cannot reach the queue: Redis does not let the api create a user for it ({reason}).',
    'Give the api’s user in Redis the rights ACL and SCRIPT; or create a user for judgehosts yourself and set SANDGLASS_JUDGEHOST_REDIS_USERS=shared and SANDGLASS_JUDGEHOST_REDIS_URL with its password (docs/judgehosts.md).',
  ),
  JUDGEHOST_UNKNOWN: entry(
    404,
    'No such judgehost',
    'There is no judgehost "{judgehost}".',
    'GET /api/judgehosts lists them.',
  ),
  JUDGEHOST_IN_USE: entry(
    409,
    'The judgehost is not removed',
    'Judgehost "{judgehost}" has registered: its name is in judgings and alarms, so it stays.',
    'Only a judgehost that never registered can be deleted. Disable this one, or revoke its credential.',
  ),
  WALL_LIMIT_TARGET_UNKNOWN: entry(
    404,
    'No such level of the wall limit',
    'There is no {level} "{id}" to set a wall limit for.',
    'Levels are global, contest, problem (its id, not its label) and language.',
  ),
  WALL_LIMIT_CHANGED: entry(
    409,
    'The wall limit has changed',
    'The wall limit {place} is now {found}, set by {by}. The change expected {expected} and was not made.',
    'Look at the rule in force. `before` is the rule that the change replaces; without `before` any rule is replaced.',
  ),
  WALL_PROPOSAL_UNKNOWN: entry(
    404,
    'No such proposal',
    'There is no wall-limit proposal "{proposal}".',
    'GET /api/contests/:contest/wall-limits/proposals lists those of a contest.',
  ),
  WALL_PROPOSAL_ENDED: entry(
    409,
    'The proposal is no longer open',
    'Wall-limit proposal {proposal} is already {state}.',
    'The limit can be set by hand at any time.',
  ),
  REGISTRATION_TOKEN_UNKNOWN: entry(
    404,
    'No such registration token',
    'There is no unused registration token "{id}".',
    'GET /api/admin/registration-tokens lists them.',
  ),
  REJUDGING_UNKNOWN: entry(
    404,
    'No such rejudging',
    'There is no rejudging "{rejudging}".',
    'GET /api/contests/:contest/rejudgings lists those of a contest.',
  ),
  REJUDGING_EMPTY: entry(
    422,
    'Nothing to rejudge',
    'The filter selects no submission that can be rejudged ({busy} of those it selects are in another open rejudging).',
    'Submissions that have no verdict yet are selected only when they are named one by one. Apply or cancel the other rejudging first.',
  ),
  REJUDGING_TOO_LARGE: entry(
    422,
    'The rejudging is too large',
    '{submissions} submissions, each judged {repeats} times, are more than the {limit} judgings a rejudging may have.',
    'Rejudge fewer submissions at a time, or with fewer repeats.',
  ),
  REJUDGING_STATE: entry(
    409,
    'The rejudging is not in that state',
    'Rejudging {rejudging} is {state} and cannot be {wanted}.',
    'It can be applied when everything is judged, and cancelled until it is applied.',
  ),
  SUBMISSION_BEING_REJUDGED: entry(
    409,
    'The submission is being rejudged',
    'Submission {submission} is in rejudging {rejudging}, which is still open.',
    'Apply or cancel that rejudging first: with two rejudgings at once, chance would decide which verdict counts.',
  ),
  SUBMISSION_INVALID: entry(
    422,
    'The submission is not accepted',
    'The submission is not accepted: {reason}',
    '`errors` names each field: unknown problem or language, empty, binary or too large files, bad or repeated file names, a missing entry point.',
  ),
  SUBMISSION_TOO_LARGE: entry(
    413,
    'The submission is too large',
    'The files have {bytes} bytes in total; the problem allows {limit}.',
    'Send source code only. Large tables can be computed at the start of the program.',
  ),
  CONTEST_NOT_STARTED: entry(
    403,
    'The contest has not started',
    'Contest "{contest}" starts at {startsAt}.',
    'Wait for the start.',
  ),
  CONTEST_DELAYED: entry(
    403,
    'The start of the contest is delayed',
    'The countdown of contest "{contest}" is stopped.',
    'Wait: the page shows the new start as soon as there is one.',
  ),
  CONTEST_CLOSED: entry(
    403,
    'The contest is over',
    'Contest "{contest}" ended at {endsAt}.',
    'Submissions after the end are not accepted.',
  ),
  TEAM_NOT_IN_CONTEST: entry(
    403,
    'Not a team of this contest',
    'Your account belongs to no team of contest "{contest}".',
    'Ask the jury to add your team.',
  ),
  SUBMISSION_RATE: entry(
    429,
    'Too many submissions',
    'Your team made {count} submissions within {seconds} seconds; the next is possible in {wait} seconds.',
    'Wait a moment. The bound keeps one team from filling the queue.',
  ),
  CONTEST_INVALID: entry(
    422,
    'The contest cannot be saved',
    'The contest cannot be saved: {reason}',
    '`errors` names each field: times out of order, unknown problems, labels or teams given twice.',
  ),
  CONTEST_REMOVES_SUBMISSIONS: entry(
    409,
    'The change leaves out submissions',
    'The definition leaves out {what}. These submissions are kept, and count again when their team and problem are in the definition again.',
    '`errors` names each team and problem with the number of its submissions. Add them to the definition, or confirm with `?confirm=` and the `confirm` of this answer, which holds for so many submissions; `?confirm=removal` holds for any number.',
  ),
  CONTEST_CHANGED: entry(
    412,
    'The contest has changed',
    'The contest is not as it was when it was read. {what}.',
    'Somebody else has changed its definition since. `errors` names each field that is different. Read the definition again and make the change in it; without `If-Match` it replaces every version.',
  ),
  CONTEST_ACTION_REFUSED: entry(
    409,
    'The action has no meaning now',
    'Contest "{contest}" cannot be changed so: {reason}.',
    'Read the contest again: somebody else may have changed it, or its clock has gone on.',
  ),
  CONTEST_CHANGE_DANGEROUS: entry(
    409,
    'The change needs a confirmation',
    'This change of contest "{contest}" is dangerous. {dangers}',
    '`errors` has each reason. Send it with `?dryRun=1` to see what it would do, and with `confirm: true` to do it. A definition is confirmed with `?confirm=` and the `confirm` of this answer, which holds as long as the contest and the kinds of dangers stay as they are; `?confirm=dangers` holds for any.',
  ),
  CONTEST_CHANGE_OUTDATED: entry(
    409,
    'The contest has changed since',
    'Contest "{contest}" is not as it was when this change was tried, or the change has other dangers now. Nothing was changed.',
    'Try it again with `?dryRun=1`, read what it would do now, and send it with the `version` of that answer. Without a `version` it is done to the contest as it is.',
  ),
  CONTEST_LOCKED: entry(
    409,
    'The contest is locked',
    'Contest "{contest}" is locked against changes.',
    'Unlock it first: `{"action": "unlock"}`.',
  ),
  CONTEST_FINALISED: entry(
    409,
    'Results are final',
    'The results of contest "{contest}" are final, and this would change them or what they are made of. Nothing was changed.',
    'Reopen the contest first, with a reason: on its page *Contest*, with `POST /api/contests/:contest/reopen`, or with `./sandglass contest reopen ID --reason TEXT`. Make it final again afterwards.',
  ),
  AWARD_UNKNOWN: entry(
    404,
    'There is no such award',
    'Contest "{contest}" has no award "{award}" that you may see.',
    'Visitors and teams see awards once results are final and not frozen. `GET /api/contests/:contest/awards` has them all.',
  ),
  CONTEST_NOT_FINAL: entry(
    409,
    'Results are not final',
    'The results of contest "{contest}" are not final.',
    'Make them final first: on the page *Contest*, with `POST /api/contests/:contest/finalise`, or with `./sandglass contest finalise ID`.',
  ),
  RESULTS_NOT_PUBLIC: entry(
    403,
    'Results are not shown yet',
    'The results of contest "{contest}" are not shown yet.',
    'They are shown once they are final and the scoreboard is not frozen. Jury and administrator get them at any time.',
  ),
  CONTEST_FINALISE_REFUSED: entry(
    409,
    'Results cannot be made final yet',
    'The results of contest "{contest}" cannot be made final: {reasons}',
    '`errors` has each reason; `GET /api/contests/:contest/finalisation` has them with the ids of submissions and rejudgings.',
  ),
  SUBMISSIONS_PAUSED: entry(
    403,
    'Submissions are paused',
    'Contest "{contest}" takes no submissions {what} now.',
    'Wait: the jury takes them again.',
  ),
  USERS_INVALID: entry(
    422,
    'The accounts cannot be created',
    'The accounts cannot be created: {reason}',
    '`errors` names each account: unknown team, username given twice, a contestant without a team.',
  ),
  ACCOUNT_UNKNOWN: entry(
    404,
    'There is no such account',
    'There is no account "{id}".',
    'GET /api/admin/accounts lists them.',
  ),
  ACCOUNT_OWN: entry(
    409,
    'This is your own account',
    'You cannot disable your own account, nor change its role.',
    'Let another administrator do it, so that one is left who can.',
  ),
  PEOPLE_INVALID: entry(
    422,
    'This cannot be saved',
    'This cannot be saved: {reason}',
    '`errors` names each field: an organisation, group or team that there is not, a new one without a name.',
  ),
  PEOPLE_CHANGED: entry(
    409,
    'Something else has changed',
    'What these files refer to was changed by somebody else in this moment. Nothing was imported.',
    'Ask for the difference again, and import then.',
  ),
  PEOPLE_UNKNOWN: entry(
    404,
    'There is none with this id',
    'There is no {noun} "{id}".',
    'GET /api/people lists them.',
  ),
  PEOPLE_IN_USE: entry(
    409,
    'Something refers to it',
    'The {noun} "{id}" cannot be removed: it has {users}.',
    'Take its teams, accounts, persons or contests away from it first. What has submissions stays: hide it instead.',
  ),
  PROBLEM_PACKAGE_MISSING: entry(
    422,
    'No package was sent',
    'No problem package was sent. Choose a zip file.',
    'Send the package as one multipart part named "file". For example: curl -u admin -F file=@problem.zip …/api/admin/problems',
  ),
  PROBLEM_PACKAGE_INVALID: entry(
    422,
    'The problem package cannot be imported',
    'The problem package has {errors}: {first}',
    '`errors` names each file and reason. docs/problem-packages.md explains every code.',
  ),
  PROBLEM_PACKAGE_TOO_COSTLY: entry(
    422,
    'Reading the problem package costs too much',
    'Reading the problem package takes more than {limit}, the most an import may use. Try `./sandglass verify` with the same package: it names the errors and has no such limit.',
    'The api bounds the cost of reading a package, so that no package can block it. An ordinary package takes a few seconds: look for a huge problem.yaml or test_group.yaml, or import again when the machine is less busy.',
  ),
  PROBLEM_TYPE_UNSUPPORTED: entry(
    422,
    'This type of problem cannot be judged',
    'The problem has this type: {types}. Pass-fail problems can be judged; scoring problems cannot.',
    'Remove `scoring` from `type`, or use a judging system that supports scoring.',
  ),
  JUDGE_TASK_NOT_DUE: entry(
    409,
    'The judge task is not due',
    'Judge task {task} is not due: {state}.',
    'For judgehosts: drop the job; the work is done, cancelled or held by another host.',
  ),
  JUDGE_TASK_LEASE_LOST: entry(
    409,
    'The lease of the judge task is lost',
    'Judge task {task} is no longer yours under fencing token {token}.',
    'For judgehosts: stop working on the task; its results are no longer accepted.',
  ),
  JUDGEHOST_DISABLED: entry(
    409,
    'The judgehost is disabled',
    'Judgehost "{judgehost}" is disabled and gets no tasks.',
    'Enable it with PATCH /api/judgehosts/:id.',
  ),
  LIVE_STREAMS_TOO_MANY: entry(
    429,
    'Too many live streams',
    '{limit} live streams are already open for this session or, without one, from this address.',
    'Close other tabs of the contest. A page without a stream still loads, but does not update by itself.',
  ),
  RATE_LIMITED: entry(
    429,
    'Too many requests',
    'More than {max} requests in {window}; try again in {wait} seconds.',
    'Send fewer requests; live data comes by server-sent events.',
  ),
  OVERLOADED: entry(
    503,
    'The server is busy',
    'The server is too busy to answer in time; try again in a few seconds.',
    'Try again. If it lasts, an administrator should look at /metrics.',
  ),
  SERVICE_AWAY: entry(
    503,
    'A part of the server does not answer',
    'The {part} does not answer at the moment; try again in {wait} seconds.',
    'PostgreSQL, Redis or the disk of the server is unavailable or full. The Retry-After header has the seconds. A submission sent again with the same idempotencyKey is stored once, whether or not the first request succeeded.',
  ),
  NOT_READY: entry(
    503,
    'Not ready',
    'The server is not ready: {reason}',
    'The database, Redis or a migration is missing; the reason names it.',
  ),
  INTERNAL: entry(
    500,
    'Internal error',
    'The server failed. Give the organisers this reference: {request}',
    'The reference is the id of the request: the log of the api has the details under it.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof catalogue;
