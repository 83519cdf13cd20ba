/** Settings of the api that its operator may choose: `up` gives them on from its own environment, and nothing else of it. */
const names = [
  'SANDGLASS_TRUST_PROXY',
  'SANDGLASS_SECURE_COOKIES',
  'SANDGLASS_FILE_CACHE_BYTES',
  'SANDGLASS_REQUESTS_PER_MINUTE',
  'SANDGLASS_SUBMISSIONS_PER_MINUTE',
  'SANDGLASS_KEEP_AUDIT_DAYS',
  'SANDGLASS_KEEP_ALARM_DAYS',
  'SANDGLASS_KEEP_HEALTH_DAYS',
  'SANDGLASS_PUBLIC_URL',
  'SANDGLASS_LOGIN_HEADER',
  'SANDGLASS_LOGIN_HEADER_FROM',
  'SANDGLASS_LOGIN_HEADER_ROLES',
  'SANDGLASS_OIDC_ISSUER',
  'SANDGLASS_OIDC_CLIENT_ID',
  'SANDGLASS_OIDC_CLIENT_SECRET',
  'SANDGLASS_OIDC_CLIENT_SECRET_FILE',
  'SANDGLASS_OIDC_CLAIM',
  'SANDGLASS_OIDC_SCOPE',
  'SANDGLASS_OIDC_ROLES',
  'SANDGLASS_OIDC_GROUP',
  'SANDGLASS_OIDC_NAME',
] as const;

export function apiSettingsOf(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name];
      return value === undefined || value === '' ? [] : [[name, value] as const];
    }),
  );
}
