import { writeFile } from 'node:fs/promises';
import { docsPath, renderErrorDocs } from './docs.ts';

await writeFile(docsPath, renderErrorDocs());
