import { drawFromWorker } from '../platform/pdf/draw-from-worker.ts';
import { certificateSetSchema, drawCertificates } from './draw-certificates.ts';

await drawFromWorker((data) => drawCertificates(certificateSetSchema.parse(data)));
