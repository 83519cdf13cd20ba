/** Judgings and their tasks: planned, queued, claimed by hosts, reported, decided. */
import { defaultPrefix } from '@sandglass/queue';
import type { Events } from '../events/module.ts';
import type { App } from '../platform/http/app-type.ts';
import { Signal } from '../platform/lib/signal.ts';
import type { Platform } from '../platform/module.ts';
import { ClaimRepository } from './claims/claim-repository.ts';
import { TaskAssembler } from './claims/task-assembler.ts';
import { TaskClaims } from './claims/task-claims.ts';
import { JudgingMetrics } from './metrics/judging-metrics.ts';
import { CostModel } from './plan/cost-model.ts';
import { RestrictedQueueRepository } from './queue/restricted-queue-repository.ts';
import { QueueDispatcher } from './queue/queue-dispatcher.ts';
import { sharedEpoch } from './queue/queue-epoch-repository.ts';
import { QueueMark } from './queue/queue-mark.ts';
import { QueuePositionRepository } from './queue/queue-position-repository.ts';
import { QueuePositions } from './queue/queue-positions.ts';
import { RepeatOffers } from './queue/repeat-offers.ts';
import { LeaseExpiry } from './results/lease-expiry.ts';
import { TaskReports } from './results/task-reports.ts';
import { ClockSteps } from './sweep/clock-steps.ts';
import { Sweep } from './sweep/sweep.ts';
import { DueTaskRepository } from './tasks/due-task-repository.ts';
import { ProgramRepository } from './tasks/program-repository.ts';
import { RepeatRepository } from './tasks/repeat-repository.ts';

export interface Judging {
  readonly dueTasks: DueTaskRepository;
  readonly programs: ProgramRepository;
  readonly claims: ClaimRepository;
  readonly taskClaims: TaskClaims;
  readonly taskReports: TaskReports;
  readonly dispatcher: QueueDispatcher;
  readonly costs: CostModel;
  readonly positions: QueuePositions;
  /** The id of a rejudging of which a judging has ended. */
  readonly rejudged: Signal<string>;
  /** Takes back what a host has: its tasks, which are due again, and the programs it compiled. @returns how many tasks */
  readonly takeBack: (judgehostId: string) => Promise<number>;
}

export async function openJudging(
  app: App,
  { database, jobs, log, queue, redis, registry }: Platform,
  { notifications, progress, units }: Events,
): Promise<Judging> {
  const dueTasks = new DueTaskRepository(database);
  const programs = new ProgramRepository(database);
  const claims = new ClaimRepository(database);
  const metrics = new JudgingMetrics(registry);
  const rejudged = new Signal<string>();
  const onRejudged = (id: string): void => rejudged.emit(id);

  const restrictedQueues = new RestrictedQueueRepository(database);
  await notifications.listen('sandglass_judgehost', () => restrictedQueues.forget());
  const { epoch } = await sharedEpoch(database);
  const dispatcher = new QueueDispatcher(dueTasks, queue, restrictedQueues, epoch, log);
  const repeats = new RepeatOffers(new RepeatRepository(database), dispatcher);

  const costs = new CostModel(jobs, log);
  app.addHook('onClose', () => costs.close());
  await costs.open();
  const sweep = new Sweep({
    repository: dueTasks,
    leases: new LeaseExpiry({ units, dueTasks, metrics, onRejudged, log }),
    repeats,
    dispatcher,
    mark: new QueueMark(redis, defaultPrefix),
    epoch: () => sharedEpoch(database),
    clockSteps: new ClockSteps(database, log),
    restrictedQueues,
    programs,
    log,
  });
  app.addHook('onClose', () => sweep.close());
  // Closed before the sweep, so that its last round ends soon.
  app.addHook('onClose', async () => dispatcher.close());
  sweep.open();
  const positions = new QueuePositions({
    repository: new QueuePositionRepository(database),
    progress,
    log,
  });
  app.addHook('onClose', () => positions.close());
  positions.open();

  return {
    dueTasks,
    programs,
    claims,
    taskClaims: new TaskClaims({
      claims,
      assembler: new TaskAssembler(database),
      dispatcher,
      progress,
      metrics,
      log,
    }),
    taskReports: new TaskReports({
      units,
      dispatcher,
      repeats,
      progress,
      metrics,
      onRejudged,
      log,
    }),
    dispatcher,
    costs,
    positions,
    rejudged,
    takeBack: async (judgehostId) => {
      await programs.removeOf(judgehostId);
      return dueTasks.releaseTasksOf(judgehostId);
    },
  };
}
