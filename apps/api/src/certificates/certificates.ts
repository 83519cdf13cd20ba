/** Certificates of a contest: their template, and the file of all that a request asks for. */
import {
  defaultCertificateTemplate,
  maxCertificates,
  type CertificateQuery,
  type CertificateTemplate,
  type CertificateTemplateAnswer,
} from '@sandglass/contracts';
import { certificateText, certificateValues } from '@sandglass/domain';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import type { Awards } from '../awards/awards.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import { lockContests } from '../events/contest-lock-repository.ts';
import type { Units } from '../events/unit-of-work.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { drawInWorker } from '../platform/pdf/draw-in-worker.ts';
import { resultTable } from '../results/result-table.ts';
import { readContestants, readTemplate, writeTemplate } from './certificate-repository.ts';
import type { CertificateSet } from './draw-certificates.ts';

const worker = new URL('certificates-worker.ts', import.meta.url);

export interface CertificatesParts {
  readonly database: Database;
  readonly units: Units;
  readonly awards: Awards;
}

export class Certificates {
  readonly #parts: CertificatesParts;

  constructor(parts: CertificatesParts) {
    this.#parts = parts;
  }

  async template(contest: ContestModel): Promise<CertificateTemplateAnswer> {
    const stored = await readTemplate(this.#parts.database, contest.id);
    return {
      template: stored ?? defaultCertificateTemplate,
      builtIn: stored === null,
      final: isFinal(contest),
    };
  }

  /** Also when results are final: it changes none of them. @throws ApiError CONTEST_ARCHIVED */
  async setTemplate(contest: string, after: CertificateTemplate, actor: Actor): Promise<void> {
    await this.#parts.units.run(async (unit) => {
      await lockContests(unit, [contest]);
      const before = await readTemplate(unit, contest);
      await writeTemplate(unit, contest, after);
      unit.event(contest, { type: 'contest', change: 'certificate-template' });
      await recordAudit(unit, actor, 'contest.certificate-template', contest, { before, after });
    });
  }

  /**
   * A PDF with a page for each.
   * @throws ApiError CONTEST_NOT_FINAL, CERTIFICATES_NONE, CERTIFICATES_TOO_MANY
   */
  async pdf(contest: ContestModel, query: CertificateQuery): Promise<Buffer> {
    const draft = query.draft === 'yes';
    if (!draft && !isFinal(contest)) throw new ApiError('CONTEST_NOT_FINAL', { contest: contest.id });
    const { template } = await this.template(contest);
    const certificates = await this.#texts(contest, query, template);
    const { name } = contest.summary();
    const set: CertificateSet = { template, name: `Certificates of ${name}`, draft, certificates };
    return drawInWorker(worker, set);
  }

  async #texts(
    contest: ContestModel,
    { per, team, award }: CertificateQuery,
    template: CertificateTemplate,
  ): Promise<CertificateSet['certificates']> {
    const { database, awards } = this.#parts;
    const made = await awards.made(contest);
    const table = resultTable(contest, made);
    const members = await readContestants(database, contest.id);
    const organisations = new Map(made.organisations.map(({ id, name }) => [id, name]));
    const { name, startsAt } = contest.summary();
    const values = certificateValues(per, {
      contest: name,
      date: template.date ?? startsAt.slice(0, 10),
      teams: table.lines
        .filter((line) => team === undefined || line.team.id === team)
        .map(({ row, team: { id, organisationId }, place }) => ({
          id,
          name: row.team.name,
          organisation: organisations.get(organisationId ?? '') ?? row.team.affiliation,
          members: members.get(id) ?? [],
          place,
          solved: row.solved,
        })),
      awards: table.awards.filter(({ id }) => award === undefined || id === award),
    });
    if (values.length === 0) {
      const asked = [`per ${per}`, ...(team === undefined ? [] : [`of team "${team}"`])].join(' ');
      throw new ApiError('CERTIFICATES_NONE', { contest: contest.id, reason: `no certificate ${asked}` });
    }
    if (values.length > maxCertificates)
      throw new ApiError('CERTIFICATES_TOO_MANY', {
        contest: contest.id,
        count: values.length,
        most: maxCertificates,
      });
    return values.map((each) => {
      const { title, lines } = certificateText(template, each);
      return { title, lines: [...lines] };
    });
  }
}

function isFinal({ definition }: ContestModel): boolean {
  return (definition.times.finalizedAtMs ?? null) !== null;
}
