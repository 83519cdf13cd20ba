/** The resolver as one file that needs no server: its data is in the page (apps/api/src/ceremony/resolver-file.ts). */
import '../theme/file-fonts.css';
import '../theme/tokens.css';
import '../theme/global.css';
import type { ResolverData } from '@sandglass/contracts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Presenter } from '../features/resolver/presenter.tsx';
import { Projector } from '../features/resolver/projector.tsx';

interface FileContent {
  readonly data: ResolverData;
  readonly top: number | null;
}

const root = document.querySelector('#root');
const content = document.querySelector('#content');
if (root === null || content === null) throw new Error('this file has no content');
// Written by the program that has written this page, and into it.
const { data, top }: FileContent = JSON.parse(content.textContent);

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const paint = (): void =>
  document.documentElement.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light');
paint();
dark.addEventListener('change', paint);

function openProjector(): void {
  const address = new URL(window.location.href);
  address.search = '?show=projector';
  window.open(address, 'projector', 'popup,width=1280,height=720');
}

createRoot(root).render(
  <StrictMode>
    {new URLSearchParams(window.location.search).get('show') === 'projector' ? (
      <Projector contest={data.contest.id} />
    ) : (
      <Presenter data={data} top={top} onProjector={openProjector} onLeave={null} />
    )}
  </StrictMode>,
);
