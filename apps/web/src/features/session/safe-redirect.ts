/** Where to go after the login. Only addresses of our own app: a link must not lead elsewhere. */
export function safeRedirect(wanted: string | undefined): string {
  return wanted !== undefined && isOurs(wanted) && !wanted.startsWith('/login') ? wanted : '/';
}

/** Browsers leave tabs and line ends out of an address: "/\t/x.org" is "//x.org". */
function isOurs(wanted: string): boolean {
  for (let at = 0; at < wanted.length; at += 1) if (wanted.charCodeAt(at) < 32) return false;
  return /^\/(?![/\\])/.test(wanted);
}
