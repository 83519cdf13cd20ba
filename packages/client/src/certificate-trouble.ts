/** The ways in which OpenSSL says that nobody it knows vouches for a certificate. */
const unknownAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * What is wrong with a server's certificate, and what to set. Null when the error, with all its causes, is about
 * something else.
 * @param environment of the process that was refused
 */
export function certificateTrouble(
  error: unknown,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (unknownAuthority.has(code)) {
      const file = environment['NODE_EXTRA_CA_CERTS'] ?? '';
      return file === ''
        ? 'its certificate is signed by an authority this machine does not know: name that authority’s certificate with NODE_EXTRA_CA_CERTS=/path/ca.pem'
        : `its certificate is signed by an authority this machine does not know: NODE_EXTRA_CA_CERTS=${file} is another one’s, or cannot be read by this user`;
    }
    if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
      return `its certificate is for other names than the one in the address: ${cause.message}`;
    if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
      return `its certificate is not valid now, by this machine’s clock (${cause.message})`;
  }
  return null;
}
