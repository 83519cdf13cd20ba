import { writeFile } from 'node:fs/promises';
import { advisoriesPage, advisoriesPageFile } from './advisories-page.ts';

await writeFile(advisoriesPageFile, advisoriesPage());
