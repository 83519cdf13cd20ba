/** Where to go after the login. Only addresses of our own app: a link must not lead elsewhere. */
export function safeRedirect(wanted: string | undefined): string {
  return wanted !== undefined && /^\/(?![/\\])/.test(wanted) && !wanted.startsWith('/login') ? wanted : '/';
}
