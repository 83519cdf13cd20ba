import { passwordSheetsRequestSchema } from '@sandglass/contracts';
import { drawFromWorker } from '../../platform/pdf/draw-from-worker.ts';
import { drawPasswordSheets } from './draw-password-sheets.ts';

await drawFromWorker((data) => drawPasswordSheets(passwordSheetsRequestSchema.parse(data)));
