/** A scoreboard that opens from a folder: what is shown comes inside the page, and nothing is ever asked for. */
import '../theme/layers.css';
import '../theme/file-fonts.css';
import '../theme/mantine-styles.ts';
import '../theme/tokens.css';
import '../theme/global.css';
import { MantineProvider } from '@mantine/core';
import { staticScoreboardSchema } from '@sandglass/contracts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { cssVariables, theme } from '../theme/theme.ts';
import { StaticScoreboardPage } from './static-scoreboard-page.tsx';

const root = document.querySelector('#root');
const data = document.querySelector('#scoreboard');
if (root === null || data === null) throw new Error('index.html has no #root or no #scoreboard');
const scoreboard = staticScoreboardSchema.parse(JSON.parse(data.textContent));
document.documentElement.dataset['script'] = 'yes';
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <StaticScoreboardPage {...scoreboard} />
    </MantineProvider>
  </StrictMode>,
);
