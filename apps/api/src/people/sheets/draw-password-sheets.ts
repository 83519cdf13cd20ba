/** What is on a sheet: who, where, and how to log in. One fills a page, or several with lines to cut along. */
import type { PasswordSheet, PasswordSheets } from '@sandglass/contracts';
import { paperSizes, PdfDocument } from '../../platform/pdf/document.ts';

const grids = { 1: [1, 1], 2: [1, 2], 4: [2, 2], 8: [2, 4] } as const;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export async function drawPasswordSheets(request: PasswordSheets): Promise<Buffer> {
  const { paper, perPage, sheets } = request;
  const document = new PdfDocument(paper, request.title ?? 'Passwords');
  const [width, height] = paperSizes[paper];
  const [columns, rows] = grids[perPage];
  const cell = { width: width / columns, height: height / rows };
  for (const [index, sheet] of sheets.entries()) {
    const place = index % perPage;
    if (place === 0) {
      document.addPage();
      for (let column = 1; column < columns; column += 1)
        document.line([column * cell.width, 0], [column * cell.width, height], true);
      for (let row = 1; row < rows; row += 1)
        document.line([0, row * cell.height], [width, row * cell.height], true);
    }
    const [x, y] = [(place % columns) * cell.width, Math.floor(place / columns) * cell.height];
    drawSheet(document, request, sheet, { x, y, ...cell });
  }
  return document.bytes();
}

function drawSheet(
  document: PdfDocument,
  { title, url }: PasswordSheets,
  { name, affiliation, label, location, username, password }: PasswordSheet,
  box: Box,
): void {
  // Everything in proportion to the smaller side that the sheet has.
  const unit = Math.min(box.width / 30, box.height / 22);
  const margin = unit * 2;
  const x = box.x + margin;
  const width = box.width - 2 * margin;
  const centred = { x, width, align: 'center' } as const;
  let y = box.y + margin;
  if (title !== null) y = document.text(title, { ...centred, y, size: unit * 0.8, colour: '#444444' });
  y = document.text(name, { ...centred, y: y + unit * 0.5, size: unit * 2.1, minSize: unit, maxLines: 2 });
  if (affiliation !== null) y = document.text(affiliation, { ...centred, y, size: unit, maxLines: 2 });
  const seat = [label, location].filter((part) => part !== null && part !== '');
  if (seat.length > 0)
    y = document.text([...new Set(seat)].join(' · '), {
      ...centred,
      y: y + unit * 0.3,
      size: unit * 1.5,
      minSize: unit * 0.8,
    });
  y += unit;
  document.line([x, y], [x + width, y]);
  y += unit;
  const rows = [
    ['Address', url],
    ['Username', username],
    ['Password', password],
  ] as const;
  const terms = unit * 6;
  for (const [term, value] of rows) {
    document.text(term, { x, y: y + unit * 0.35, width: terms, size: unit * 0.85, colour: '#444444' });
    y = document.text(value, {
      x: x + terms,
      y,
      width: width - terms,
      size: unit * (value === url ? 1.1 : 1.4),
      minSize: unit * 0.5,
      maxLines: value === url ? 2 : 1,
      monospaced: true,
    });
    y += unit * 0.4;
  }
}
