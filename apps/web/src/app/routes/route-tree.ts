/** Every address of the app. A page's code is its own chunk; its data starts loading beside it. */
import {
  adminContestsRoute,
  adminRoute,
  boundAccountsRoute,
  contestControlRoute,
  contestSettingsRoute,
  loginRoute,
  newContestRoute,
  passwordRoute,
  peopleRoute,
  registerRoute,
} from './account-routes.ts';
import {
  awardsRoute,
  contestRoute,
  indexRoute,
  problemRoute,
  scoreboardRoute,
  submitRoute,
} from './contest-routes.ts';
import { alarmsRoute, timelineRoute, judgehostsRoute } from './fleet-routes.ts';
import {
  newRejudgingRoute,
  rejudgingRoute,
  rejudgingsRoute,
  wallLimitsRoute,
  resolverRoute,
} from './jury-routes.ts';
import { juryRoute, memberRoute, rootRoute } from './layout-routes.ts';
import { submissionRoute, submissionsRoute } from './submission-routes.ts';

export const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  registerRoute,
  contestRoute,
  problemRoute,
  scoreboardRoute,
  awardsRoute,
  memberRoute.addChildren([
    submitRoute,
    submissionsRoute,
    submissionRoute,
    adminRoute,
    adminContestsRoute,
    newContestRoute,
    contestControlRoute,
    contestSettingsRoute,
    peopleRoute,
    passwordRoute,
    juryRoute.addChildren([
      judgehostsRoute,
      alarmsRoute,
      timelineRoute,
      rejudgingsRoute,
      newRejudgingRoute,
      rejudgingRoute,
      wallLimitsRoute,
      resolverRoute,
      boundAccountsRoute,
    ]),
  ]),
]);
