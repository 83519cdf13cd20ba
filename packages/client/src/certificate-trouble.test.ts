import { describe, expect, it } from 'vitest';
import { certificateTrouble } from './certificate-trouble.ts';

function failed(code: string, message = 'no'): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
}

describe('trouble with a certificate', () => {
  it.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])(
    '%s names the variable that makes an authority known',
    (code) => {
      expect(certificateTrouble(failed(code), {})).toContain('NODE_EXTRA_CA_CERTS=/path/ca.pem');
    },
  );

  it('says so when the variable is set and does not help', () => {
    const environment = { NODE_EXTRA_CA_CERTS: '/etc/other.pem' };
    expect(certificateTrouble(failed('SELF_SIGNED_CERT_IN_CHAIN'), environment)).toMatch(
      /\/etc\/other\.pem is another one’s, or cannot be read/,
    );
  });

  it('distinguishes wrong names from wrong times', () => {
    const names = failed('ERR_TLS_CERT_ALTNAME_INVALID', 'Host: judge. is not in the cert');
    expect(certificateTrouble(names, {})).toContain('Host: judge. is not in the cert');
    expect(certificateTrouble(failed('CERT_HAS_EXPIRED', 'certificate has expired'), {})).toContain('clock');
  });

  it('leaves other trouble alone', () => {
    expect(certificateTrouble(failed('ECONNREFUSED'), {})).toBeNull();
    expect(certificateTrouble('no error at all', {})).toBeNull();
  });
});
