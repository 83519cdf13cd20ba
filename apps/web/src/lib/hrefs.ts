/** Addresses of what is named on many pages, for links that are made by the hundred. */
const word = encodeURIComponent;

export const submissionHref = (contest: string, id: string): string =>
  `/contests/${word(contest)}/submissions/${word(id)}`;

export const problemHref = (contest: string, label: string): string =>
  `/contests/${word(contest)}/problems/${word(label)}`;

/** What a team handed in: for the jury. */
export const teamSubmissionsHref = (contest: string, team: string): string =>
  `/contests/${word(contest)}/submissions?team=${word(team)}`;

/** The jury's own. */
export const juryHref = (contest: string): string => `/contests/${word(contest)}/submissions?jury=yes`;

/** For the jury. */
export const hostHref = (host: string): string => `/judgehosts?open=${word(host)}`;
