import type { ImageUse } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Notice } from '../../components/notice.tsx';
import { plural } from '../../lib/format.ts';

/** Chroot images contests need that are not on every host: known before the contest, not during it. */
export function ImageNotices({ images }: { images: readonly ImageUse[] }): ReactNode {
  return images
    .filter(({ missingOn, waiting }) => missingOn.length > 0 || waiting > 0)
    .map(({ image, contests, presentOn, missingOn, waiting }) => (
      <Notice
        key={image}
        kind={presentOn.length === 0 || waiting > 0 ? 'error' : 'warning'}
        title={
          missingOn.length > 0
            ? `Image “${image}” is missing on ${missingOn.join(', ')}`
            : `Image “${image}”: no online host can judge all waiting tasks`
        }
      >
        Needed by {contests.join(', ')}; {presentOn.length === 0 ? 'no host' : presentOn.join(', ')} has it.
        {waiting === 0
          ? null
          : ` ${plural(waiting, 'task')} waiting for a host that has the image and its languages.`}
      </Notice>
    ));
}
