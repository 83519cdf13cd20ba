import { Button, NativeSelect } from '@mantine/core';
import { certificateKinds, type AwardSheet, type CertificateKind } from '@sandglass/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { requestBlob } from '../../api/client.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { addressOf, certificateTemplateQuery } from './award-queries.ts';
import { CertificateTemplateForm } from './certificate-template-form.tsx';
import styles from './awards.module.css';

const kindNames: Readonly<Record<CertificateKind, string>> = {
  team: 'One for each team',
  person: 'One for each person of a team',
  award: 'One for each award of a team',
};

/** Certificates as a PDF, and what is printed on them. */
export function Certificates({ contest, sheet }: { contest: string; sheet: AwardSheet }): ReactNode {
  const query = useQuery(certificateTemplateQuery(contest));
  return (
    <Section title="Certificates">
      {sheet.teams.some(({ hidden }) => !hidden) ? (
        <div className={styles.medals}>
          <Download contest={contest} sheet={sheet} />
          <details>
            <summary>Template</summary>
            <QueryView query={query}>
              {({ template }) => (
                <CertificateTemplateForm
                  key={JSON.stringify(template)}
                  contest={contest}
                  template={template}
                />
              )}
            </QueryView>
          </details>
        </div>
      ) : (
        <p className={styles.quiet}>The contest has no teams yet: there is nobody to certify.</p>
      )}
    </Section>
  );
}

function Download({ contest, sheet }: { contest: string; sheet: AwardSheet }): ReactNode {
  const [per, setPer] = useState<CertificateKind>('team');
  const shown = sheet.teams.find(({ hidden }) => !hidden)?.id ?? '';
  const file = (more: Readonly<Record<string, string>>): string =>
    addressOf(contest, `certificates.pdf?${new URLSearchParams(more).toString()}`);
  const making = useMutation({
    mutationFn: async () =>
      saveFile(
        `${contest}-certificates.pdf`,
        await requestBlob(file({ per, ...(sheet.final ? {} : { draft: 'yes' }) })),
      ),
  });
  return (
    <>
      <NativeSelect
        label="Certificates"
        value={per}
        data={certificateKinds.map((value) => ({ value, label: kindNames[value] }))}
        onChange={(event) =>
          setPer(certificateKinds.find((one) => one === event.currentTarget.value) ?? 'team')
        }
      />
      {sheet.final ? null : (
        <p className={styles.quiet}>Results are not final: each page is marked as a draft.</p>
      )}
      {making.isError ? <ErrorNotice error={making.error} title="There is no PDF" /> : null}
      <Button variant="default" loading={making.isPending} onClick={() => making.mutate()}>
        {sheet.final ? 'Save as PDF' : 'Save drafts as PDF'}
      </Button>
      <a href={file({ team: shown, draft: 'yes' })} target="_blank" rel="noreferrer">
        Preview of one team’s certificate
      </a>
    </>
  );
}
