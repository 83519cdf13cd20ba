/**
 * Hogs take the cores from whatever else runs, and whatever else runs keeps the host from being well again: they are tried
 * where no other test runs beside them. About a minute, mostly waiting.
 */
import { proveTroubles } from './proof.ts';

await proveTroubles(['hogs']);
