import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restartNote, restartVariable, takeRestartNote } from './restart-note.ts';

const hung = { at: '2026-11-22T10:31:00.000Z', why: 'its event loop was blocked for 5.1 s' };
let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandglass-note-'));
  file = join(folder, 'note.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the note of why a process was ended', () => {
  it('is taken once from its file', () => {
    writeFileSync(file, restartNote(hung));
    expect(takeRestartNote({}, file)).toEqual(hung);
    expect(existsSync(file)).toBe(false);
    expect(takeRestartNote({}, file)).toBeNull();
  });

  it('is what the starter says, where it says something', () => {
    writeFileSync(file, restartNote(hung));
    const note = { ...hung, why: 'exit status 1' };
    expect(takeRestartNote({ [restartVariable]: restartNote(note) }, file)).toEqual(note);
    expect(existsSync(file)).toBe(false);
  });

  it.each(['', '{', '{}', '{"at":"then","why":"x"}', '[]', 'null'])('is none where it says %j', (text) => {
    writeFileSync(file, text);
    expect(takeRestartNote({}, file)).toBeNull();
  });
});
