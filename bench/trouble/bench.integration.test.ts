/** The troubles that disturb nobody else on the machine. About two minutes, mostly waiting. */
import { proveTroubles } from './proof.ts';

await proveTroubles(['skewed', 'frozen', 'throttled', 'stuck']);
