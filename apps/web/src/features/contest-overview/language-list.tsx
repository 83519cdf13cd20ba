import type { Language } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { shortVersions } from './short-version.ts';
import styles from './language-list.module.css';

/** The names; opened, each with its version on the judgehosts; and of each the commands, once that is opened. */
export function LanguageList({ languages }: { languages: readonly Language[] }): ReactNode {
  if (languages.length === 0) return <p className={styles.none}>No language is enabled in this contest.</p>;
  return (
    <details className={styles.all}>
      <summary className={styles.names}>
        <span>{languages.map(({ name }) => name).join(', ')}</span>
        <span className={styles.more}>Versions and commands</span>
      </summary>
      <ul className={styles.list}>
        {languages.map((language) => (
          <li key={language.id}>
            <details>
              <summary className={styles.summary}>
                <span className={styles.name}>{language.name}</span>
                <span className={styles.version}>{shortVersions(language) || 'no judgehost has it now'}</span>
              </summary>
              <div className={styles.commands}>
                {language.compileCommand === null ? null : (
                  <Command title="Compile" text={language.compileCommand} />
                )}
                <Command title="Run" text={language.runCommand} />
                <p className={styles.extensions}>
                  Files: {language.extensions.map((one) => `.${one}`).join(', ')}
                  {language.versions.length === 0 ? null : (
                    <>
                      <br />
                      {language.versions.join('; ')}
                    </>
                  )}
                </p>
              </div>
            </details>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Command({ title, text }: { title: string; text: string }): ReactNode {
  return (
    <div>
      <div className={styles.commandHead}>
        <span>{title}</span>
        <CopyButton text={text} what={`the ${title.toLowerCase()} command`} />
      </div>
      <code className={styles.command}>{text}</code>
    </div>
  );
}
