import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ShowOlder } from './show-older.tsx';

const shown = (of: Partial<Parameters<typeof ShowOlder>[0]['of']>): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <ShowOlder
        of={{
          hasNextPage: true,
          isFetchingNextPage: false,
          isFetchNextPageError: false,
          error: null,
          fetchNextPage: () => Promise.resolve(),
          ...of,
        }}
      />
    </MantineProvider>,
  );
const failed = { isFetchNextPageError: true, error: new Error('the line broke') };

describe('the button below a list', () => {
  it('says that a page did not come, and stays for another try', () => {
    expect(shown(failed)).toMatch(/Show older.*role="alert"/);
    expect(shown({})).not.toContain('alert');
  });

  it('says nothing of the last failure while it tries again, nor of one that was not its own', () => {
    expect(shown({ ...failed, isFetchingNextPage: true })).not.toContain('alert');
    expect(shown({ error: failed.error })).not.toContain('alert');
  });

  it('is not there at the end', () => {
    expect(shown({ hasNextPage: false })).not.toContain('Show older');
  });
});
