/** `./sandglass contest certificates ID --file FILE`: certificates as a PDF. */
import type { SandglassClient } from '@sandglass/client';
import { certificateKinds, type CertificateKind } from '@sandglass/contracts';
import { UsageError } from '../platform/command.ts';
import { save } from './contest-export.ts';

export const certificateUsage = `  --file FILE     where certificates go, for \`certificates\`
  --per KIND      a certificate per team (default), person or award; --team ID: of this team alone
  --draft         certificates before results are final: each page says so`;

export interface CertificateWords {
  readonly file: string;
  readonly per: CertificateKind;
  readonly team: string | undefined;
  readonly draft: boolean;
}

/** @returns null: another verb @throws UsageError */
export function certificateWords(
  verb: string,
  values: {
    readonly file?: string | undefined;
    readonly per?: string | undefined;
    readonly team?: string | undefined;
    readonly draft?: boolean | undefined;
  },
): CertificateWords | null {
  const { file, per = 'team', team, draft } = values;
  if (verb !== 'certificates') {
    if (file !== undefined || values.per !== undefined || team !== undefined || draft !== undefined)
      throw new UsageError('--file, --per, --team and --draft go with `contest certificates`');
    return null;
  }
  if (file === undefined) throw new UsageError('contest certificates: --file FILE is missing');
  const kind = certificateKinds.find((known) => known === per);
  if (kind === undefined)
    throw new UsageError(`--per must be one of ${certificateKinds.join(', ')}, not "${per}"`);
  return { file, per: kind, team, draft: draft === true };
}

/** Into a new file; one that is there stays as it is. */
export async function saveCertificates(
  client: SandglassClient,
  id: string,
  { file, ...query }: CertificateWords,
): Promise<number> {
  return save(await client.results.certificates(id, query), file, '--file FILE');
}
