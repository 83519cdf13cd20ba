import type { FastifyReply } from 'fastify';
import { ZipFile } from 'yazl';
import type { BlobCache } from '../files/blob-cache.ts';
import { contentDisposition } from '../files/send-file.ts';
import type { ProblemDefinition } from './contest-repository.ts';

/** All samples of a problem as `1.in`, `1.ans`, …: what contestants test with. */
export async function sendSamplesZip(
  reply: FastifyReply,
  files: BlobCache,
  problem: ProblemDefinition,
): Promise<FastifyReply> {
  const zip = new ZipFile();
  for (const sample of problem.samples) {
    const name = sample.name.replace(/^sample\//, '').replaceAll('/', '-');
    const { interaction } = sample;
    // What is said is all there is to hand out.
    const parts =
      interaction === null
        ? ([
            ['in', sample.downloadInput.sha256],
            ['ans', sample.downloadAnswer.sha256],
          ] as const)
        : ([['interaction', interaction.sha256]] as const);
    for (const [extension, hash] of parts) {
      const file = await files.read(hash);
      // A fixed date: the same samples are the same bytes.
      if (file !== null)
        zip.addReadStream(file.stream, `${problem.label}/${name}.${extension}`, {
          mtime: new Date(315_532_800_000),
          mode: 0o100644,
        });
    }
  }
  zip.end();
  return reply
    .type('application/zip')
    .header('cache-control', 'private, max-age=60')
    .header('content-disposition', contentDisposition(`${problem.label}-samples.zip`, false))
    .send(zip.outputStream);
}
