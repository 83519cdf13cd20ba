import type { CompilerVersion } from '@sandglass/contracts';
import { groupBy } from '@sandglass/domain';
import { memo, type ReactNode } from 'react';
import styles from './compiler-list.module.css';

/** Compilers in running text: languages that share a version are shown together, images apart. */
export const CompilerList = memo(function CompilerList({
  compilers,
}: {
  compilers: readonly CompilerVersion[];
}): ReactNode {
  if (compilers.length === 0) return <p className={styles.list}>None found.</p>;
  const images = groupBy(compilers, ({ image }) => image);
  return (
    <div className={styles.list}>
      {[...images].map(([image, ofImage]) => (
        <p key={image ?? ''}>
          {image === null ? null : <strong>{image}: </strong>}
          {[...groupBy(ofImage, ({ version }) => version)].map(([version, same]) => (
            <span key={version} className={styles.one} title={version}>
              <b>{same.map(({ language }) => language).join(', ')}</b> {shortVersion(version)}
            </span>
          ))}
        </p>
      ))}
    </div>
  );
});

/** `gcc (Debian 12.2.0-14) 12.2.0` → `12.2.0`: the number says enough beside the language; the whole is in its title. */
function shortVersion(version: string): string {
  return /(?<!\d)\d+(\.\d+)+/.exec(version.replace(/\([^()]*\)/g, ''))?.[0] ?? version;
}
