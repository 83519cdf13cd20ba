import { join } from 'node:path';
import { findLanguage, languages } from '@sandglass/languages';
import { UsageError, type Command } from '../platform/command.ts';
import { textTable } from '../local-judging/text-table.ts';
import { buildImage } from '../rootfs/build-image.ts';
import { checkWholeImage, type CheckedImage } from '../rootfs/check-image.ts';
import { imagePath, imagesFolder, knownImages } from '../rootfs/images.ts';
import { complain, say, sayJson, showProgress } from '../platform/terminal.ts';
import { readWords } from '../platform/words.ts';

const usualLanguages = ['c', 'cpp', 'java', 'python3'];

export const command: Command = {
  name: 'rootfs',
  summary: 'make, list and check chroot images: contestants’ compilers, independent of the host’s',
  usage: `Usage: ./sandglass rootfs build [NAME] [--output DIR] [--languages ID,…] [--packages NAME,…]
                              [--suite bookworm] [--mirror URL]
       ./sandglass rootfs list [--json]
       ./sandglass rootfs check NAME|DIR [--json]

build makes an image with debootstrap, from Debian's packages. It needs root and a network.
  NAME              its name below ${imagesFolder()} (SANDGLASS_IMAGES); default: the suite
  --output DIR      another place
  --languages ID,…  default ${usualLanguages.join(',')}; all: ${languages.map(({ id }) => id).join(',')}
  --packages NAME,… Debian packages beside theirs, such as libgmp-dev
  --suite NAME      code name of the release, default bookworm
  --mirror URL      default http://deb.debian.org/debian
list shows the images of this host.
check tries every language of an image with five programs in a slot. It needs root.

judge, verify and judgehost take --rootfs NAME|DIR. Exit status 0 when done and all is well, else 1.`,
  async run(argv) {
    const [what, ...rest] = argv;
    switch (what) {
      case 'build':
        return build(rest);
      case 'list':
        return list(rest);
      case 'check':
        return check(rest);
      case undefined:
        throw new UsageError('build, list or check is missing');
      default:
        throw new UsageError(`"${what}" is none of build, list, check`);
    }
  },
};

async function build(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readWords(argv, {
    most: 1,
    options: {
      output: { type: 'string' },
      languages: { type: 'string', default: usualLanguages.join(',') },
      packages: { type: 'string', default: '' },
      suite: { type: 'string', default: 'bookworm' },
      mirror: { type: 'string', default: 'http://deb.debian.org/debian' },
    },
  });
  const [name = values.suite] = positionals;
  if (positionals.length > 1) throw new UsageError('one image at a time');
  const ids = words(values.languages);
  for (const id of ids)
    if (findLanguage(id) === null) throw new UsageError(`--languages: there is no language "${id}"`);
  const output = values.output === undefined ? imagePath(name) : imagePath(join(values.output, '.'));
  const started = Date.now();
  const stop = new AbortController();
  const interrupted = (): void => stop.abort();
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  let step = '';
  try {
    const manifest = await buildImage(
      {
        output,
        suite: values.suite,
        mirror: values.mirror,
        languages: ids,
        packages: words(values.packages),
      },
      (now, detail) => {
        if (process.stderr.isTTY) showProgress(`${now}: ${detail}`);
        else if (now !== step) complain(`${now}…`);
        step = now;
      },
      stop.signal,
    );
    showProgress('');
    const count = Object.keys(manifest.packages).length;
    say(
      `${output}: ${manifest.suite}, ${String(count)} packages, made in ${((Date.now() - started) / 1000).toFixed(0)} s. Try it: ./sandglass rootfs check ${output}`,
    );
    return 0;
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}

async function list(argv: readonly string[]): Promise<number> {
  const { values } = readWords(argv, { options: { json: { type: 'boolean', default: false } } });
  const images = await knownImages();
  if (values.json) {
    sayJson({ folder: imagesFolder(), images });
    return 0;
  }
  if (images.length === 0) {
    say(`No image below ${imagesFolder()}. ./sandglass rootfs build makes one.`);
    return 0;
  }
  say(
    textTable(
      ['name', 'suite', 'made', 'languages'].map((title) => ({ title })),
      images.map(({ name, manifest, trouble }) => [
        name,
        manifest?.suite ?? 'unknown',
        manifest?.builtAt.slice(0, 10) ?? '',
        trouble ?? manifest?.languages.join(' ') ?? 'made by other means',
      ]),
    ),
  );
  return 0;
}

async function check(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readWords(argv, {
    most: 1,
    options: { json: { type: 'boolean', default: false } },
  });
  const [given] = positionals;
  if (given === undefined || positionals.length > 1)
    throw new UsageError('the name or folder of one image is due');
  const checked = await checkWholeImage(imagePath(given), showProgress);
  showProgress('');
  if (values.json) sayJson(checked);
  else say(asText(checked));
  return checked.ok ? 0 : 1;
}

function asText({ path, manifest, languages: tried, missing, ok }: CheckedImage): string {
  const rows = tried.map(({ language, version, trials, ok: whole }) => {
    const wrong = trials.filter(({ verdict, expected }) => verdict !== expected);
    const why = wrong.map(
      ({ kind, expected, verdict, why: reason }) =>
        `${kind}: ${verdict} instead of ${expected} (${reason.split('\n')[0] ?? ''})`,
    );
    return [whole ? ' ✓' : ' ✗', language, version, why.join('; ')];
  });
  return [
    `${path}: ${ok ? 'ok' : 'NOT OK'}${manifest === null ? '' : `, ${manifest.suite} of ${manifest.builtAt.slice(0, 10)}`}`,
    textTable([{ title: '  ' }, { title: 'language' }, { title: 'version' }, { title: 'trouble' }], rows),
    ...missing.map(({ language, reason }) => ` ✗  ${language} should be here: ${reason}`),
  ].join('\n');
}

function words(list: string): string[] {
  return list.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
}
