/** Why an image was not made. Each text says what would be right. */
const texts = {
  'not-root': 'making an image needs root: sudo ./sandglass rootfs build …',
  'no-debootstrap': 'debootstrap is missing: apt-get install debootstrap',
  'no-suite':
    'debootstrap knows no suite "{0}": give a code name of Debian such as bookworm or trixie (all are in /usr/share/debootstrap/scripts)',
  'no-mirror': '"{0}" is not the address of a mirror, such as http://deb.debian.org/debian',
  'package-name': '"{0}" cannot be the name of a Debian package',
  there: '{0} exists already: remove it, or give the new image another name',
  'no-node':
    '{0} is missing, where the Node of JavaScript and TypeScript is: run scripts/setup/toolchains.sh as root',
  failed: '{0} could not be installed (is there a network, is every name right?):\n  {1}',
} as const;

export class ImageBuildError extends Error {
  override readonly name = 'ImageBuildError';
  readonly reason: keyof typeof texts;

  constructor(reason: keyof typeof texts, ...values: readonly string[]) {
    super(texts[reason].replaceAll(/\{(\d)\}/g, (hole, at: string) => values[Number(at)] ?? hole));
    this.reason = reason;
  }
}
