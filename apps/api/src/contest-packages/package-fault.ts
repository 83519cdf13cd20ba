/** Why a file is no contest package, in words that end a sentence. */
export class PackageFault extends Error {
  override readonly name = 'PackageFault';
}
