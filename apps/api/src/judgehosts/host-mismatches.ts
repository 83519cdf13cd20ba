/** Where hosts that judge the same contests are not alike: a verdict must not depend on which of them gave it. */
import type { HostMismatch, Judgehost } from '@sandglass/contracts';

type HostFacts = Pick<Judgehost, 'name' | 'enabled' | 'online' | 'compilers' | 'software' | 'report'>;

/** Of the hosts that may be given tasks; those that are off or away are compared when they are back. */
export function findMismatches(hosts: readonly HostFacts[]): HostMismatch[] {
  const active = hosts.filter(({ enabled, online }) => enabled && online);
  const compilers = Map.groupBy(
    active.flatMap(({ name, compilers: all }) => all.map((one) => ({ name, ...one }))),
    ({ language, image }) => `${language}${image === null ? '' : ` in ${image}`}`,
  );
  return [
    ...[...compilers].flatMap(([what, found]) =>
      mismatch('compiler', what, found, (list) => `${what} is compiled by different versions: ${list}`),
    ),
    ...mismatch(
      'software',
      '',
      active.map(({ name, software }) => ({ name, version: software })),
      (list) => `hosts run different versions of Sandglass: ${list}`,
    ),
    ...mismatch(
      'kernel',
      '',
      active.map(({ name, report }) => ({ name, version: report?.kernel ?? null })),
      (list) => `hosts run different kernels: ${list}`,
    ),
    ...mismatch(
      'cpu',
      '',
      active.map(({ name, report }) => ({ name, version: report?.cpuModel ?? null })),
      (list) => `hosts have different processors, so that the same program takes different times: ${list}`,
    ),
  ];
}

function mismatch(
  kind: HostMismatch['kind'],
  what: string,
  found: readonly { readonly name: string; readonly version: string | null }[],
  say: (list: string) => string,
): HostMismatch[] {
  const known = found.filter(({ version }) => version !== null && version !== '');
  const byVersion = Map.groupBy(known, ({ version }) => version ?? '');
  if (byVersion.size < 2) return [];
  const versions = [...byVersion]
    .map(([version, hosts]) => ({ version, hosts: hosts.map(({ name }) => name).sort() }))
    .sort((a, b) => b.hosts.length - a.hosts.length || (a.version < b.version ? -1 : 1));
  const list = versions.map(({ version, hosts }) => `${version} on ${hosts.join(', ')}`).join('; ');
  return [{ kind, what, versions, text: say(list) }];
}
