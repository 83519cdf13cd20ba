import {
  finalisationSchema,
  type CertificateKind,
  type Finalisation,
  type FinaliseRequest,
  type ReopenRequest,
  type ResultFile,
} from '@sandglass/contracts';
import type { Http } from './http.ts';

/** The results of a contest. */
export class Results {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Whether they are final, and what keeps them from being so. */
  finalisation(contest: string): Promise<Finalisation> {
    return this.#http.get(addressOf(contest, 'finalisation'), finalisationSchema);
  }

  finalise(contest: string, request: FinaliseRequest): Promise<Finalisation> {
    return this.#http.send('POST', addressOf(contest, 'finalise'), finalisationSchema, request);
  }

  reopen(contest: string, request: ReopenRequest): Promise<Finalisation> {
    return this.#http.send('POST', addressOf(contest, 'reopen'), finalisationSchema, request);
  }

  /** One of the files of results, or the archive of all submissions; its body is the file. */
  file(contest: string, file: ResultFile | 'submissions.zip'): Promise<Response> {
    const what = file === 'submissions.zip' ? file : `results/${file}`;
    return this.#http.request('GET', addressOf(contest, what));
  }

  /** Certificates as a PDF; its body is the file. @param draft also before results are final, marked on each page */
  certificates(
    contest: string,
    { per, team, draft }: { per: CertificateKind; team: string | undefined; draft: boolean },
  ): Promise<Response> {
    const query = new URLSearchParams({
      per,
      ...(team === undefined ? {} : { team }),
      ...(draft ? { draft: 'yes' } : {}),
    });
    return this.#http.request('GET', addressOf(contest, `certificates.pdf?${query.toString()}`));
  }

  /** The resolver as one HTML file, with the true results; its body is the file. */
  resolverFile(contest: string): Promise<Response> {
    return this.#http.request('GET', addressOf(contest, 'resolver.html'));
  }

  /** The scoreboard as a zip that opens from a folder; its body is the file. */
  staticScoreboard(contest: string, view: 'public' | 'jury'): Promise<Response> {
    return this.#http.request('GET', `${addressOf(contest, 'scoreboard.zip')}?as=${view}`);
  }
}

function addressOf(contest: string, what: string): string {
  return `/api/contests/${encodeURIComponent(contest)}/${what}`;
}
