/** What is named on the jury's pages, as the way to it. */
import type { ReactNode } from 'react';
import { hostHref, juryHref, problemHref, teamSubmissionsHref } from '../lib/hrefs.ts';
import { Name } from './name.tsx';
import { PlainLink } from './plain-link.tsx';

/** A team, as the way to everything it submitted. */
export function TeamLink(props: {
  contest: string;
  team: { readonly id: string; readonly name: string };
  /** The jury itself, which is no team. */
  jury?: boolean;
  className?: string | undefined;
}): ReactNode {
  const { contest, team, jury = false, className } = props;
  return (
    <PlainLink
      href={jury ? juryHref(contest) : teamSubmissionsHref(contest, team.id)}
      className={className}
      title={`All submissions of ${team.name}`}
    >
      <Name of={team.name} />
    </PlainLink>
  );
}

export function ProblemLink(props: {
  contest: string;
  label: string;
  className?: string | undefined;
}): ReactNode {
  const { contest, label, className } = props;
  return (
    <PlainLink href={problemHref(contest, label)} className={className}>
      {label}
    </PlainLink>
  );
}

export function HostLink({ name }: { name: string }): ReactNode {
  return <PlainLink href={hostHref(name)}>{name}</PlainLink>;
}
