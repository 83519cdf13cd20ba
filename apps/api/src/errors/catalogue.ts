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
    'The body cannot be read',
    'The body cannot be read as {type}: {reason}',
    'Send well-formed JSON or multipart/form-data, and the matching Content-Type.',
  ),
  BODY_TOO_LARGE: entry(
    413,
    'The body is too large',
    'The body is larger than the {limit} bytes allowed here.',
    'Send less. Limits for submissions stand on the problem page.',
  ),
  UPLOAD_TOO_SLOW: entry(
    408,
    'The upload took too long',
    'The whole request must arrive within {seconds} seconds; after {bytes} bytes of its body it was cut.',
    'Send it again. A submission counts from its last byte, so opening a request early wins nothing; on a slow line send less.',
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
    'Wait until then; the Retry-After header has the seconds. Who has logged in before from the same place goes on. An administrator can open it at once.',
  ),
  LOGIN_LOCKED: entry(
    429,
    'Locked after failed logins',
    'After {failures} failed logins {what}, logins from here are locked until {until}.',
    'Ask an administrator, who sees what is locked and can open it (the page Administration, or `./sandglass user unlock NAME`), or wait. Logins from other places go on.',
  ),
  LOGIN_BUSY: entry(
    503,
    'Too many logins at once',
    'Too many logins from this address wait already; try again in 2 seconds.',
    'Try again. Other addresses do not wait for these.',
  ),
  CSRF_TOKEN_WRONG: entry(
    403,
    'The CSRF token is missing or wrong',
    'Requests that change something need the csrfToken of GET /api/session in the x-csrf-token header.',
    'Fetch /api/session again and send its token. Requests with HTTP Basic authentication need none.',
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
    'It was revoked, rotated, or never one. Make a new one with `sandglass judgehost join` or POST /api/admin/judgehosts.',
  ),
  REGISTRATION_TOKEN_WRONG: entry(
    401,
    'The registration token is wrong',
    'The registration token is unknown, expired, used before, or made for a host of another name.',
    'A token lets one host join, once. Make another with POST /api/admin/registration-tokens.',
  ),
  JUDGEHOST_NAME_TAKEN: entry(
    409,
    'There is a judgehost of this name',
    'There is a judgehost "{judgehost}" already.',
    'Join under another name (--name), revoke that host, or make a token for its name to replace its credential.',
  ),
  JUDGEHOST_NAME_WRONG: entry(
    409,
    'The token belongs to another judgehost',
    'The token was made for judgehost "{expected}", not for "{found}".',
    'Set SANDGLASS_HOST_NAME to the name the token was made for.',
  ),
  ROUTE_UNKNOWN: entry(404, 'Nothing here', 'There is nothing at {method} {path}.', 'Check the address.'),
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
    'The judgehost has enough tasks',
    'Judgehost "{judgehost}" gets no more tasks: it has {what}.',
    'For judgehosts: drop the job, another host gets it. Report tasks, or hand them back, before taking more.',
  ),
  JUDGEHOST_RESTRICTED: entry(
    403,
    'The judgehost is kept for other work',
    'Judgehost "{judgehost}" gets no file of a problem that it may not judge.',
    'An administrator changes its restrictions with PATCH /api/judgehosts/:id.',
  ),
  JUDGE_PROGRAM_KNOWN: entry(
    409,
    'The judging has its program',
    'Judge task {task} needs no program from this host: its judging has one of this build, or of this host.',
    'For judgehosts: go on. A program is kept once and never replaced while its judging runs.',
  ),
  JUDGEHOST_QUEUE_CLOSED: entry(
    503,
    'Redis has no user for the judgehost',
    'The judgehost cannot reach the queue: Redis lets the api make no user for it ({reason}).',
    'Give the api’s user in Redis the rights ACL and SCRIPT; or make a user for judgehosts yourself and set SANDGLASS_JUDGEHOST_REDIS_USERS=shared and SANDGLASS_JUDGEHOST_REDIS_URL with its password (docs/judgehosts.md).',
  ),
  JUDGEHOST_UNKNOWN: entry(
    404,
    'No such judgehost',
    'There is no judgehost "{judgehost}".',
    'GET /api/judgehosts lists them.',
  ),
  WALL_LIMIT_TARGET_UNKNOWN: entry(
    404,
    'No such level of the wall limit',
    'There is no {level} "{id}" to set a wall limit for.',
    'Levels are global, contest, problem (its id, not its label) and language.',
  ),
  WALL_LIMIT_CHANGED: entry(
    409,
    'The wall limit was changed meanwhile',
    'The wall limit {place} is {found} by now, set by {by}; the change was meant for {expected} and is not made.',
    'Look at what is in force now. `before` is the rule that a change is to take the place of; without it any rule is.',
  ),
  WALL_PROPOSAL_UNKNOWN: entry(
    404,
    'No such proposal',
    'There is no wall-limit proposal "{proposal}".',
    'GET /api/contests/:contest/wall-limits/proposals lists those of a contest.',
  ),
  WALL_PROPOSAL_ENDED: entry(
    409,
    'The proposal is not open any more',
    'Wall-limit proposal {proposal} is {state} already.',
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
    'Nothing to judge again',
    'The filter meets no submission that can be judged again ({busy} of those it meets are in another open rejudging).',
    'Submissions that have no verdict yet are met only when they are named one by one. Apply or cancel the other rejudging first.',
  ),
  REJUDGING_TOO_LARGE: entry(
    422,
    'The rejudging is too large',
    '{submissions} submissions, each judged {repeats} times, are more than the {limit} judgings a rejudging may have.',
    'Judge fewer at a time, or less often.',
  ),
  REJUDGING_STATE: entry(
    409,
    'The rejudging is not in that state',
    'Rejudging {rejudging} is {state} and cannot be {wanted}.',
    'It can be applied when everything is judged, and cancelled until it is applied.',
  ),
  SUBMISSION_BEING_REJUDGED: entry(
    409,
    'The submission is being judged again',
    'Submission {submission} is in rejudging {rejudging}, which is still open.',
    'Apply or cancel that rejudging first: two at once would leave it to chance which verdict counts.',
  ),
  SUBMISSION_INVALID: entry(
    422,
    'The submission cannot be taken',
    'The submission cannot be taken: {reason}',
    '`errors` names each field: unknown problem or language, empty, binary or too large files, bad or repeated file names, a missing entry point.',
  ),
  SUBMISSION_TOO_LARGE: entry(
    413,
    'The submission is too large',
    'The files have {bytes} bytes together; the problem allows {limit}.',
    'Send source code only. Large tables can be computed at the start of the program.',
  ),
  CONTEST_NOT_STARTED: entry(
    403,
    'The contest has not started',
    'Contest "{contest}" starts at {startsAt}.',
    'Wait for the start.',
  ),
  CONTEST_CLOSED: entry(
    403,
    'The contest is over',
    'Contest "{contest}" ended at {endsAt}.',
    'Submissions after the end are not taken.',
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
  USERS_INVALID: entry(
    422,
    'The accounts cannot be made',
    'The accounts cannot be made: {reason}',
    '`errors` names each account: unknown team, username given twice, a contestant without a team.',
  ),
  PROBLEM_PACKAGE_MISSING: entry(
    422,
    'No package was sent',
    'Send the package as one multipart part named "file".',
    'For example: curl -u admin -F file=@problem.zip …/api/admin/problems',
  ),
  PROBLEM_PACKAGE_INVALID: entry(
    422,
    'The problem package cannot be imported',
    'The problem package has {count} errors, the first: {first}',
    '`errors` names each file and reason. docs/problem-packages.md explains every code.',
  ),
  PROBLEM_PACKAGE_TOO_COSTLY: entry(
    422,
    'Reading the problem package costs too much',
    'Reading the problem package takes more than {limit}, which is all that an import may use. Try `./sandglass verify` with the same package: it names what is wrong and has no such limit.',
    'A package is read beside the api’s other work and within bounds, so that no package can stop it. An ordinary package takes a few seconds: look for a huge problem.yaml or test_group.yaml, or import again when the machine has less to do.',
  ),
  PROBLEM_TYPE_UNSUPPORTED: entry(
    422,
    'This type of problem cannot be judged',
    'The problem is of this kind: {types}. Pass-fail problems with all that goes with them can be judged, points cannot be given.',
    'Leave `scoring` out of `type`, or judge it with a system that gives points.',
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
    'For judgehosts: stop working on the task; its results are not wanted any more.',
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
    'Close other tabs of the contest. A page without a stream still loads; it only does not change by itself.',
  ),
  RATE_LIMITED: entry(
    429,
    'Too many requests',
    'More than {max} requests in {window}; try again in {wait} seconds.',
    'Ask less often; live data comes by server-sent events.',
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
    'PostgreSQL, Redis or the disk of the server is away or full. The Retry-After header has the seconds. A submission sent again with the same idempotencyKey is taken once, whatever became of the first try.',
  ),
  NOT_READY: entry(
    503,
    'Not ready',
    'The server is not ready: {reason}',
    'The database, Redis or a migration is missing; the reason names it.',
  ),
  INTERNAL: entry(
    500,
    'Our mistake',
    'Something went wrong on our side; it is in the log under request {request}.',
    'Tell an administrator the request id.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof catalogue;
