/**
 * Makes a chroot image: debootstrap lays down a small Debian, its own apt adds the compilers. All of it happens
 * beside the place it is meant for, in a mount namespace of its own, and is renamed at the end: there is a whole
 * image or none, and no mount is left behind.
 */
import { spawn } from 'node:child_process';
import { access, chmod, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { manifestName, type ImageManifest } from '@sandglass/judge';
import { languageById } from '@sandglass/languages';
import { ImageBuildError } from './errors.ts';

export interface ImagePlan {
  /** The finished image; must not exist. */
  readonly output: string;
  readonly suite: string;
  readonly mirror: string;
  /** Ids of the languages it is for. */
  readonly languages: readonly string[];
  /** Debian packages beside those of the languages. */
  readonly packages: readonly string[];
}

const scripts = '/usr/share/debootstrap/scripts';
/** Contestants' Node, which set-up copies there: newer than Debian's, and the only one that runs TypeScript. */
const node = '/var/cache/sandglass/node';

/** Runs inside the new system. What Debian keeps for people and for its own updates is no use in a sandbox. */
const finish = `set -e
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
printf '#!/bin/sh\\nexit 101\\n' >/usr/sbin/policy-rc.d; chmod 755 /usr/sbin/policy-rc.d
apt-get -q update
[ $# = 0 ] || apt-get -q install -y --no-install-recommends "$@"
apt-get clean
rm -rf /var/lib/apt/lists/* /usr/share/doc/* /usr/share/man/* /usr/share/info/* /usr/sbin/policy-rc.d /root/.cache
dpkg-query -W -f '\${Package} \${Version}\\n' >/.packages
dpkg --print-architecture >/.architecture`;

/**
 * @param progress called with what is being done, a few words at a time
 * @param signal ends it; nothing is left
 * @throws ImageBuildError with what is wrong and what would be right
 */
export async function buildImage(
  plan: ImagePlan,
  progress: (step: string, detail: string) => void,
  signal?: AbortSignal,
): Promise<ImageManifest> {
  await checkPlan(plan);
  const requested = packagesOf(plan);
  const building = join(dirname(plan.output), `.${basename(plan.output)}.building-${String(process.pid)}`);
  await mkdir(dirname(plan.output), { recursive: true, mode: 0o755 });
  try {
    await run(
      'the base system',
      ['debootstrap', '--variant=minbase', plan.suite, building, plan.mirror],
      (line) => progress('base system', line),
      signal,
    );
    await writeFile(join(building, 'etc/apt/sources.list'), sourcesOf(plan));
    await run(
      `the packages ${requested.join(' ')}`,
      [
        'sh',
        '-c',
        'mount -t proc proc "$1/proc" && mount --bind /dev "$1/dev" && exec chroot "$@"',
        'sh',
        building,
        '/bin/sh',
        '-c',
        finish,
        'sh',
        ...requested,
      ],
      (line) => progress('packages', line),
      signal,
    );
    progress('finishing', 'the note of what is in it');
    if (plan.languages.some((id) => id === 'javascript' || id === 'typescript')) await addNode(building);
    const manifest = await takeNote(building, plan, requested);
    await chmod(building, 0o755);
    await rename(building, plan.output);
    return manifest;
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

async function checkPlan({ output, suite, mirror, packages }: ImagePlan): Promise<void> {
  if (process.getuid?.() !== 0) throw new ImageBuildError('not-root');
  if (!(await exists('/usr/sbin/debootstrap'))) throw new ImageBuildError('no-debootstrap');
  if (!/^[a-z][a-z0-9-]*$/.test(suite) || !(await exists(join(scripts, suite))))
    throw new ImageBuildError('no-suite', suite);
  if (!URL.canParse(mirror)) throw new ImageBuildError('no-mirror', mirror);
  for (const name of packages)
    if (!/^[a-z0-9][a-z0-9+.-]+$/.test(name)) throw new ImageBuildError('package-name', name);
  if (await exists(output)) throw new ImageBuildError('there', output);
}

function packagesOf({ languages, packages }: ImagePlan): string[] {
  // nodejs comes as a copy of contestants' own Node.
  const own = languages
    .filter((id) => id !== 'javascript' && id !== 'typescript')
    .flatMap((id) => languageById(id).packages);
  return [...new Set([...own, ...packages])];
}

/** Debian's own mirrors have the fixes of a release as well; others are taken as they are. */
function sourcesOf({ suite, mirror }: ImagePlan): string {
  const lines = [`deb ${mirror} ${suite} main`];
  if (new URL(mirror).hostname.endsWith('debian.org') && !['sid', 'unstable', 'testing'].includes(suite)) {
    lines.push(
      `deb ${mirror} ${suite}-updates main`,
      `deb ${new URL('/debian-security', mirror).href} ${suite}-security main`,
    );
  }
  return `${lines.join('\n')}\n`;
}

async function addNode(image: string): Promise<void> {
  if (!(await exists(node))) throw new ImageBuildError('no-node', node);
  await mkdir(join(image, dirname(node)), { recursive: true, mode: 0o755 });
  await cp(node, join(image, node), { recursive: true });
}

async function takeNote(
  image: string,
  { suite, mirror, languages }: ImagePlan,
  requested: readonly string[],
): Promise<ImageManifest> {
  const text = async (name: string): Promise<string> => (await readFile(join(image, name), 'utf8')).trim();
  const manifest: ImageManifest = {
    suite,
    mirror,
    architecture: await text('.architecture'),
    builtAt: new Date().toISOString(),
    languages: [...languages],
    requested: [...requested],
    packages: Object.fromEntries(
      (await text('.packages')).split('\n').map((line) => {
        const [name = '', version = ''] = line.split(' ');
        return [name, version];
      }),
    ),
  };
  await Promise.all(['.packages', '.architecture'].map((name) => rm(join(image, name))));
  await writeFile(join(image, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** Runs a command in a mount namespace of its own, so that what it mounts ends with it. */
async function run(
  what: string,
  command: readonly string[],
  onLine: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const last: string[] = [];
  const child = spawn(
    'unshare',
    ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', '--', ...command],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...proxies(), PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
      signal,
    },
  );
  const hear = (chunk: string): void => {
    for (const line of chunk.split('\n').filter((one) => one.trim() !== '')) {
      last.push(line);
      if (last.length > 30) last.shift();
      onLine(line);
    }
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const status = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  if (status === 0) return;
  const complaints = last.filter((line) => /^(E|W|Err):?\b/.test(line));
  throw new ImageBuildError(
    'failed',
    what,
    (complaints.length > 0 ? complaints : last.slice(-8)).join('\n  '),
  );
}

function proxies(): Record<string, string> {
  const names = ['http_proxy', 'https_proxy', 'no_proxy'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
