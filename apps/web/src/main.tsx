import './theme/layers.css';
import './theme/fonts.css';
import './theme/mantine-styles.ts';
import './theme/tokens.css';
import './theme/global.css';
import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setUnauthorizedHandler } from './api/client.ts';
import { queryClient } from './api/query-client.ts';
import { router } from './app/router.ts';
import { forgetEverything, sessionQuery, watchOtherTabs } from './features/session/session.ts';
import { cssVariables, theme } from './theme/theme.ts';

/** The same key as in public/boot.js, which sets the scheme before the first paint. */
const colorSchemes = localStorageColorSchemeManager({ key: 'sandglass.color-scheme' });

// A session that ended while the page was open: back to the login, then to where one was.
setUnauthorizedHandler(() => {
  if (queryClient.getQueryData(sessionQuery.queryKey) == null) return;
  forgetEverything(null);
  void router.navigate({
    to: '/login',
    search: { redirect: router.state.location.href, ended: 'yes' },
  });
});

watchOtherTabs();

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
