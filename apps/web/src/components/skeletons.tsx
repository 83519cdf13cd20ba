import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

/** Grey lines in the place of a list or text that is on its way. */
export function SkeletonLines({ count = 6, height = 22 }: { count?: number; height?: number }): ReactNode {
  return (
    <div aria-busy="true" style={{ display: 'grid', gap: 12, padding: '0.25rem 0' }}>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={height} radius="sm" width={`${100 - ((index * 17) % 34)}%`} />
      ))}
    </div>
  );
}

export function SkeletonPage(): ReactNode {
  return (
    <div style={{ maxWidth: '80rem', margin: '0 auto', padding: 'clamp(1rem, 2.4vw, 2rem)' }}>
      <Skeleton height={34} width="min(22rem, 70%)" mb="xl" />
      <SkeletonLines count={9} height={26} />
    </div>
  );
}
