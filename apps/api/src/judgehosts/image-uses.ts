/** Which images contests name, and on which judgehosts they are: what the jury must know before a contest starts. */
import type { ContestPhase, ImageUse, Judgehost } from '@sandglass/contracts';

interface ContestWithImage {
  readonly id: string;
  readonly image: string | null;
  readonly phase: ContestPhase;
}

/** @param waiting due tasks that no host can take, by contest and the image it names */
export function imageUses(
  contests: readonly ContestWithImage[],
  hosts: readonly Pick<Judgehost, 'name' | 'enabled' | 'compilers'>[],
  waiting: readonly { readonly image: string; readonly contestId: string; readonly tasks: number }[],
): ImageUse[] {
  const waits = new Map(waiting.map(({ contestId, tasks }) => [contestId, tasks]));
  // What is over concerns nobody, unless it is judged again.
  const current = contests.filter(
    ({ id, phase }) => (phase !== 'ended' && phase !== 'finalized') || waits.has(id),
  );
  const images = [...new Set(current.flatMap(({ image }) => image ?? []))].sort();
  return images.map((image) => {
    const has = (host: Pick<Judgehost, 'compilers'>): boolean =>
      host.compilers.some((compiler) => compiler.image === image);
    const users = current.filter((contest) => contest.image === image).map(({ id }) => id);
    return {
      image,
      contests: users.sort(),
      presentOn: hosts.filter(has).map(({ name }) => name),
      missingOn: hosts.filter((host) => host.enabled && !has(host)).map(({ name }) => name),
      waiting: users.reduce((sum, id) => sum + (waits.get(id) ?? 0), 0),
    };
  });
}
