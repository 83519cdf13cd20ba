import { defaultCertificateTemplate } from '@sandglass/contracts';
import { expect, it } from 'vitest';
import { pdfPages } from '../testing/pdf-text.ts';
import { drawCertificates } from './draw-certificates.ts';

const certificate = (team: string) => ({
  title: 'Certificate',
  lines: [
    { text: team, of: 'team' as const },
    { text: 'Rank 1', of: null },
  ],
});

it('certificates are pages with title, lines and those who sign, and with "Draft" where they are drafts', async () => {
  for (const [draft, mark] of [
    [false, ''],
    [true, 'Draft'],
  ] as const) {
    const pdf = await drawCertificates({
      template: {
        ...defaultCertificateTemplate,
        paper: 'letter',
        signatures: [{ name: 'Ada Bell', role: 'Director' }],
      },
      name: 'x',
      draft,
      certificates: [certificate('Team A'), certificate('Team B')],
    });
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 792 612\]/);
    expect(pdfPages(pdf)).toEqual(
      ['Team A', 'Team B'].map((team) => `${mark}Certificate${team}Rank 1Ada BellDirector`),
    );
  }
});
