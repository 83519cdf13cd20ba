/** How a certificate looks: a frame, the title, lines in the middle of the page, and lines to sign on. */
import { certificateTemplateRequestSchema, certificatePlaceholders } from '@sandglass/contracts';
import { z } from 'zod';
import { paperSizes, PdfDocument } from '../platform/pdf/document.ts';

const certificateSchema = z.object({
  title: z.string(),
  lines: z.array(z.object({ text: z.string(), of: z.enum(certificatePlaceholders).nullable() })),
});

/** What the worker gets. */
export const certificateSetSchema = z.object({
  template: certificateTemplateRequestSchema,
  /** Of the file. */
  name: z.string(),
  draft: z.boolean(),
  certificates: z.array(certificateSchema),
});
export type CertificateSet = z.infer<typeof certificateSetSchema>;

export async function drawCertificates({
  template,
  name,
  draft,
  certificates,
}: CertificateSet): Promise<Buffer> {
  const { paper, orientation, accent, signatures } = template;
  const document = new PdfDocument(paper, name, orientation);
  const [short, long] = paperSizes[paper];
  const [width, height] = orientation === 'portrait' ? [short, long] : [long, short];
  const page = { width, height, unit: short / 40 };
  for (const certificate of certificates) {
    document.addPage();
    drawFrame(document, page, accent);
    if (draft)
      document.text('Draft', {
        x: page.unit * 3,
        y: page.unit * 2.6,
        width: width - page.unit * 6,
        size: page.unit * 1.4,
        colour: '#b00020',
      });
    drawTexts(document, page, certificate, { accent, signed: signatures.length > 0 });
    drawSignatures(document, page, signatures);
  }
  return document.bytes();
}

interface PageSize {
  readonly width: number;
  readonly height: number;
  /** Everything is in proportion to it. */
  readonly unit: number;
}

function drawFrame(document: PdfDocument, { width, height, unit }: PageSize, accent: string): void {
  for (const [inset, line] of [
    [1.4, 0.25],
    [1.9, 0.05],
  ] as const)
    document.frame(
      unit * inset,
      unit * inset,
      [width - 2 * unit * inset, height - 2 * unit * inset],
      unit * line,
      accent,
    );
}

/** Whom it is for is larger than the rest. */
const sizes: Readonly<Record<string, number>> = { person: 2.4, team: 2, award: 1.5 };

/** A line that is too long for its place gets smaller, then two lines, then is cut. */
function drawTexts(
  document: PdfDocument,
  { width, height, unit }: PageSize,
  { title, lines }: CertificateSet['certificates'][number],
  { accent, signed }: { accent: string; signed: boolean },
): void {
  const place = { x: unit * 4, width: width - unit * 8, align: 'center', maxLines: 2 } as const;
  const top = height * 0.14;
  const afterTitle =
    document.text(title, { ...place, y: top, size: unit * 3.4, minSize: unit * 1.6, colour: accent }) +
    unit * 1.5;
  const room = height - afterTitle - unit * (signed ? 8.5 : 4);
  const sizeOf = ({ of }: { of: string | null }): number => sizes[of ?? ''] ?? 1.15;
  // Two lines for each in the worst case, with the space between them.
  const needed = lines.reduce((sum, line) => sum + sizeOf(line) * unit * 1.3 + unit * 0.7, 0);
  const scale = Math.min(1, room / (needed * 1.25));
  let y = afterTitle + Math.max(0, (room - needed * 1.1) / 3);
  for (const line of lines) {
    const size = sizeOf(line) * unit * scale;
    y = document.text(line.text, { ...place, y, size, minSize: size * 0.6 }) + unit * 0.7 * scale;
  }
}

function drawSignatures(
  document: PdfDocument,
  { width, height, unit }: PageSize,
  signatures: CertificateSet['template']['signatures'],
): void {
  const column = (width - unit * 8) / Math.max(1, signatures.length);
  for (const [index, { name, role }] of signatures.entries()) {
    const x = unit * 4 + index * column + column * 0.1;
    const y = height - unit * 6;
    document.line([x, y], [x + column * 0.8, y]);
    const place = { x, width: column * 0.8, align: 'center', maxLines: 1 } as const;
    const next = document.text(name, { ...place, y: y + unit * 0.3, size: unit });
    if (role !== null) document.text(role, { ...place, y: next, size: unit * 0.85, colour: '#444444' });
  }
}
