/** For container health checks: exit status 0 when the address given answers 2xx within two seconds. */
const answer = await fetch(process.argv[2] ?? '', { signal: AbortSignal.timeout(2000) }).catch(
  () => undefined,
);
process.exit(answer?.ok === true ? 0 : 1);
