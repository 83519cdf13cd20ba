import type { Language } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import styles from './language-list.module.css';

/** Each language with the versions on the judgehosts; opening one shows the commands. */
export function LanguageList({ languages }: { languages: readonly Language[] }): ReactNode {
  if (languages.length === 0) return <p className={styles.none}>No language is enabled in this contest.</p>;
  return (
    <ul className={styles.list}>
      {languages.map((language) => (
        <li key={language.id}>
          <details>
            <summary className={styles.summary}>
              <span className={styles.name}>{language.name}</span>
              <span className={styles.version}>
                {language.versions.join(', ') || 'no judgehost has it now'}
              </span>
            </summary>
            <div className={styles.commands}>
              {language.compileCommand === null ? null : (
                <Command title="Compile" text={language.compileCommand} />
              )}
              <Command title="Run" text={language.runCommand} />
              <p className={styles.extensions}>
                Files: {language.extensions.map((one) => `.${one}`).join(', ')}
              </p>
            </div>
          </details>
        </li>
      ))}
    </ul>
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
