/** Keys of the query cache. All keys of a contest begin with its id, so that one call can refetch everything of the contest. */
export const keys = {
  session: () => ['session'] as const,
  addressOffer: () => ['address-offer'] as const,
  loginOptions: () => ['login-options'] as const,
  contests: () => ['contests'] as const,
  adminContests: () => ['contests', 'admin'] as const,
  ofContest: (contest: string) => ['contest', contest] as const,
  contest: (contest: string) => ['contest', contest, 'home'] as const,
  problem: (contest: string, label: string) => ['contest', contest, 'problem', label] as const,
  scoreboard: (contest: string, view?: string) =>
    view === undefined
      ? (['contest', contest, 'scoreboard'] as const)
      : (['contest', contest, 'scoreboard', view] as const),
  submissionLists: (contest: string) => ['contest', contest, 'submissions'] as const,
  submissionList: (contest: string, filters: object) => ['contest', contest, 'submissions', filters] as const,
  submissionDetails: (contest: string) => ['contest', contest, 'submission'] as const,
  submission: (contest: string, id: string) => ['contest', contest, 'submission', id] as const,
  olderJudgings: (contest: string, submission: string, before: string | null) =>
    ['contest', contest, 'judgings', submission, before] as const,
  testOutput: (contest: string, judging: string, ordinal: number) =>
    ['contest', contest, 'test-output', judging, ordinal] as const,
  rejudgings: (contest: string) => ['contest', contest, 'rejudgings'] as const,
  rejudging: (contest: string, id: string) => ['contest', contest, 'rejudgings', id] as const,
  contestControl: (contest: string) => ['contest', contest, 'control'] as const,
  awards: (contest: string) => ['contest', contest, 'awards'] as const,
  certificateTemplate: (contest: string) => ['contest', contest, 'certificate-template'] as const,
  awardSheet: (contest: string) => ['contest', contest, 'award-sheet'] as const,
  finalisation: (contest: string) => ['contest', contest, 'finalisation'] as const,
  resolver: (contest: string, rehearsal: number | null) => ['resolver', contest, rehearsal] as const,
  wallLimits: (contest: string) => ['contest', contest, 'wall-limits'] as const,
  judgehosts: () => ['judgehosts'] as const,
  submissionIntervals: (name: string, contest: string) => ['submission-intervals', name, contest] as const,
  timeline: (minutes: number | undefined) => ['timeline', minutes ?? null] as const,
};
