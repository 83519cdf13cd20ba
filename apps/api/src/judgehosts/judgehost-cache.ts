/** What this process remembers of judgehosts: whose token it is, and which compilers there are. */
import type { CompilerVersion, Judgehost, Language } from '@sandglass/contracts';
import { describeLanguage, languages } from '@sandglass/languages';
import { sha256 } from '../platform/lib/sha256.ts';
import { Remembered } from '../platform/lib/remembered.ts';
import type { JudgehostIdentity } from '../platform/http/access.ts';
import type { CredentialRepository } from './credential-repository.ts';
import type { JudgehostRepository } from './judgehost-repository.ts';

const rememberTokenMs = 30_000;
const rememberHostsMs = 1000;

export class JudgehostCache {
  readonly #credentials: CredentialRepository;
  readonly #tokens = new Map<string, { identity: JudgehostIdentity; untilMs: number }>();
  readonly #hosts: Remembered<Judgehost[]>;

  constructor(repository: JudgehostRepository, credentials: CredentialRepository) {
    this.#credentials = credentials;
    this.#hosts = new Remembered(rememberHostsMs, (nowMs) => repository.list(nowMs));
  }

  /** Whose token it was a moment ago; null: not known here. Costs no query. */
  remembered(token: string): JudgehostIdentity | null {
    const known = this.#tokens.get(sha256(token));
    return known !== undefined && known.untilMs > Date.now() ? known.identity : null;
  }

  async identify(token: string): Promise<JudgehostIdentity | null> {
    const key = sha256(token);
    const known = this.#tokens.get(key);
    if (known !== undefined && known.untilMs > Date.now()) return known.identity;
    const identity = await this.#credentials.byToken(token);
    // Only right tokens are remembered: wrong ones would fill the memory.
    if (identity === null) this.#tokens.delete(key);
    else this.#tokens.set(key, { identity, untilMs: Date.now() + rememberTokenMs });
    return identity;
  }

  hosts(): Promise<Judgehost[]> {
    return this.#hosts.get();
  }

  /** Reads them now, for what looks at them all the time: what is asked for in between is no older than that. */
  read(nowMs: number): Promise<Judgehost[]> {
    return this.#hosts.readNow(nowMs);
  }

  /**
   * Languages that a host of this contest system can judge in an image, or where none is named (null), with the
   * compiler versions of the hosts that are there.
   * A host that is away for a moment takes no language from contestants; before the first host with the image comes
   * all are named.
   */
  async languages(image: string | null): Promise<Language[]> {
    const hosts = await this.hosts();
    const inImage = (host: Judgehost): CompilerVersion[] =>
      host.compilers.filter((one) => one.image === image);
    const known = new Set(hosts.flatMap(inImage).map(({ language }) => language));
    const compilers = hosts.filter(({ online }) => online).flatMap(inImage);
    const offered = known.size === 0 ? languages : languages.filter(({ id }) => known.has(id));
    return offered.map((language) =>
      describeLanguage(
        language,
        compilers.filter((one) => one.language === language.id).map(({ version }) => version),
      ),
    );
  }

  forget(): void {
    this.#tokens.clear();
    this.#hosts.forget();
  }
}
