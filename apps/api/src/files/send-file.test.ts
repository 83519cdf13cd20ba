import { describe, expect, it } from 'vitest';
import { contentDisposition, mediaType } from './send-file.ts';

describe('a download', () => {
  it('has a plain name for old browsers and the real one for the others', () => {
    expect(contentDisposition('größe "1".py', false)).toBe(
      `attachment; filename="gr__e _1_.py"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%221%22.py`,
    );
  });

  it('cannot name a folder', () => {
    expect(contentDisposition('../../etc/passwd', false)).toBe(
      `attachment; filename="passwd"; filename*=UTF-8''passwd`,
    );
  });

  it.each(['page.html', 'page.xhtml', 'script.js', 'unknown', 'data.xml'])(
    'of %s is never a page',
    (name) => {
      expect(mediaType(name)).toBe('application/octet-stream');
    },
  );
});
