// Zod tries to compile its parsers with `new Function`, which the content security policy
// forbids: each page would begin with a violation in the browser's log. It looks here first.
// oxlint-disable-next-line no-underscore-dangle -- the name is theirs
globalThis.__zod_globalConfig = { jitless: true };

// Runs before the first paint, so that a dark page never flashes white.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('sandglass.color-scheme');
  } catch {
    // Storage may be forbidden; then the system's choice is used.
  }
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
