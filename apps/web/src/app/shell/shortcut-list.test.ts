import type { Session } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { shortcutsOf } from './shortcut-list.ts';

const as = (role: Session['user']['role']): Session => ({
  user: { id: '1', username: 'u', displayName: 'U', role, teamId: null, teamName: null },
  mustChangePassword: false,
  lastLogin: null,
  csrfToken: '',
});
const keysOf = (session: Session | null): string[] => shortcutsOf(session).map(({ keys }) => keys.join(' '));

describe('the list of keys', () => {
  it('shows each role its own', () => {
    expect(keysOf(as('contestant'))).toEqual(expect.arrayContaining(['u', 'Ctrl Enter', 'g s']));
    expect(keysOf(as('contestant'))).not.toContain('g j');
    expect(keysOf(as('contestant'))).not.toContain('x');
    expect(keysOf(as('jury'))).toEqual(expect.arrayContaining(['u', 'g j', 'g r', 'g w', 'x', 'Shift x']));
    expect(keysOf(as('balloon'))).not.toContain('u');
    expect(keysOf(null)).toEqual(['/', 'g p', 'g b', 'j k', 'Enter', '?']);
  });
});
