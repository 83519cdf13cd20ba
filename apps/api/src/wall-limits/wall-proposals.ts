/**
 * The system watches the hosts' part of the gap in every contest that is running, and proposes more room for
 * the wall clock when it calls for some (domain's proposeMargin). Nothing changes until a jury
 * member approves; unanswered a proposal expires. Every step is in the audit log.
 */
import { proposalEvidenceSchema, type ProposalEvidence, type WallLimitProposal } from '@sandglass/contracts';
import { defaultWallLimitRule, proposeMargin, type WallLimitRule } from '@sandglass/domain';
import { recordAudit, systemActor, type Actor } from '../audit/audit-log.ts';
import type { Unit, Units } from '../events/unit-of-work.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { Log } from '../platform/lib/log.ts';
import { PeriodicJob } from '../platform/lib/periodic-job.ts';
import { storedRules } from './wall-limit-repository.ts';
import {
  closeProposal,
  contestsToWatch,
  insertProposal,
  latestProposals,
  lockExpired,
  lockOpen,
  lockProposal,
  type ProposalRow,
} from './wall-proposal-repository.ts';
import { hostGaps, overallGap, problemGaps } from './wall-measurement-repository.ts';

/** What the evidence is taken from, and how long a proposal waits: what was true an hour ago is no reason any more. */
const windowMs = 15 * 60_000;
const expiresAfterMs = 30 * 60_000;
/** After an answer, the same is not asked again at once. */
const quietMs = 15 * 60_000;
const everyMs = 20_000;

export class WallProposals {
  readonly #database: Database;
  readonly #units: Units;
  readonly #log: Log;
  readonly #job: PeriodicJob;

  constructor(database: Database, units: Units, log: Log) {
    this.#database = database;
    this.#units = units;
    this.#log = log;
    this.#job = new PeriodicJob({
      everyMs,
      go: () => this.look(),
      failed: 'wall-limit proposals are looked after later',
      log,
    });
  }

  open(): void {
    this.#job.open();
  }

  close(): Promise<void> {
    return this.#job.close();
  }

  /** Expires what nobody answered, and proposes where the last minutes call for it. */
  async look(now = new Date()): Promise<void> {
    await this.#expire(now);
    for (const { id } of await contestsToWatch(this.#database, { now, windowMs, quietMs }))
      await this.#propose(id, now);
  }

  /** Newest first. */
  async list(contestId: string): Promise<WallLimitProposal[]> {
    return (await latestProposals(this.#database, contestId)).map(view);
  }

  /**
   * Ends an open proposal.
   * @param accept what approving means, within the transaction; its error leaves the proposal open
   * @throws ApiError WALL_PROPOSAL_UNKNOWN, WALL_PROPOSAL_ENDED
   */
  async end(
    id: string,
    state: 'approved' | 'declined',
    actor: Actor,
    accept: (unit: Unit, proposal: WallLimitProposal) => Promise<void> = async () => {},
  ): Promise<WallLimitProposal> {
    return this.#units.run(async (unit) => {
      const row = await lockProposal(unit, id);
      if (row === null) throw new ApiError('WALL_PROPOSAL_UNKNOWN', { proposal: id });
      const known = row.state === 'open' && row.expiresAt <= new Date() ? 'expired' : row.state;
      if (known !== 'open') throw new ApiError('WALL_PROPOSAL_ENDED', { proposal: id, state: known });
      await accept(unit, view(row));
      const ended = await close(unit, row, state, actor);
      announce(unit, row.contestId);
      return view(ended);
    });
  }

  async #expire(now: Date): Promise<void> {
    await this.#units.run(async (unit) => {
      const rows = await lockExpired(unit, now);
      for (const row of rows) await close(unit, row, 'expired', systemActor);
      for (const row of rows) announce(unit, row.contestId);
    });
  }

  async #propose(contestId: string, now: Date): Promise<void> {
    const since = await this.#since(contestId, now);
    const overall = await overallGap(this.#database, { contestId, since });
    const { contest, problem, language, global } = await storedRules(this.#database);
    const marginUs = marginOf(contest.get(contestId) ?? null, global);
    if (marginUs === null) return;
    const proposal = proposeMargin(overall, marginUs);
    if (proposal === null) return;
    const hosts = await hostGaps(this.#database, { contestId, since });
    const problems = await problemGaps(this.#database, { contestId, since });
    const evidence: ProposalEvidence = {
      from: since.toISOString(),
      until: now.toISOString(),
      ...overall,
      reasons: [...proposal.reasons],
      hosts: hosts.map(({ judgehost, runs, suspect, p99Us }) => ({ judgehost, runs, suspect, p99Us })),
      // A problem that waits more than the rest may need more than the contest: the jury sees which.
      problems: problems.map(({ problemId, runs, suspect, p99Us }) => ({
        problemId,
        runs,
        suspect,
        p99Us,
        ownRule: keepsItsRoom(problem.get(problemId)),
      })),
      languages: [...language].filter(([, rule]) => keepsItsRoom(rule)).map(([id]) => id),
    };
    await this.#units.run(async (unit) => {
      const id = uuidV7(now.getTime());
      const expiresAt = new Date(now.getTime() + expiresAfterMs);
      const rule = { marginUs: proposal.marginUs };
      if (!(await insertProposal(unit, { id, contestId, rule, evidence, createdAt: now, expiresAt }))) return;
      await recordAudit(unit, systemActor, 'wall-limit.propose', `contest ${contestId}`, {
        proposal: id,
        after: { marginUs: proposal.marginUs },
        reasons: proposal.reasons,
      });
      announce(unit, contestId);
      this.#log.info(
        { contest: contestId, proposal: id, marginUs: proposal.marginUs },
        'a wider wall limit is proposed',
      );
    });
  }

  /** Runs under the rule before the last change say nothing of the rule in force. */
  async #since(contestId: string, now: Date): Promise<Date> {
    const start = new Date(now.getTime() - windowMs);
    const { _max: last } = await this.#database.prisma.auditLog.aggregate({
      where: {
        action: 'wall-limit.put',
        target: { in: ['global', `contest ${contestId}`] },
        at: { gt: start },
      },
      _max: { at: true },
    });
    return last.at ?? start;
  }
}

/**
 * Ends what is open where the jury sets a rule of its own: approved later it would undo that. Call before the rule's
 * own row is locked, as `end` does. Their contests have news of the rule itself.
 * @param contestId null: of every contest
 */
export async function supersede(sql: Sql, contestId: string | null, actor: Actor): Promise<void> {
  const rows = await lockOpen(sql, contestId);
  for (const row of rows) await close(sql, row, 'superseded', actor);
}

/** Whether more room of the contest does not reach it: a rule that says a factor alone takes the room from there. */
function keepsItsRoom(rule: WallLimitRule | undefined): boolean {
  return rule?.marginUs !== undefined || rule?.fixedUs !== undefined;
}

/** µs; null where the limit was fixed as such, so that a margin would undo what the jury meant. */
function marginOf(contest: WallLimitRule | null, global: WallLimitRule | null): number | null {
  if (contest?.fixedUs !== undefined) return null;
  if (contest?.marginUs !== undefined) return contest.marginUs;
  if (global?.fixedUs !== undefined && contest?.factor === undefined) return null;
  return global?.marginUs ?? defaultWallLimitRule.marginUs;
}

async function close(
  sql: Sql,
  row: ProposalRow,
  state: ProposalRow['state'],
  actor: Actor,
): Promise<ProposalRow> {
  const endedAt = await closeProposal(sql, row.id, state, actor.username);
  await recordAudit(sql, actor, `wall-limit.${state}`, `contest ${row.contestId}`, {
    proposal: row.id,
    after: row.rule,
  });
  return { ...row, state, endedAt, endedBy: actor.username };
}

function announce(unit: Unit, contestId: string): void {
  unit.event(contestId, { type: 'contest', change: 'wall-limit-proposal' });
}

function view(row: ProposalRow): WallLimitProposal {
  return {
    id: row.id,
    contestId: row.contestId,
    rule: row.rule,
    // One of an earlier version may lack what has been added since.
    evidence: proposalEvidenceSchema.parse(row.evidence),
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    endedBy: row.endedBy,
  };
}
