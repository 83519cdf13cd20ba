export * from './checkout.ts';
export * from './start-stack.ts';
export * from './wait-for.ts';
export * from './test-network.ts';
export * from './tiny-image.ts';
export * from './silent-proxy.ts';
export * from './small-disk.ts';
export * from './unzip.ts';
