import { Autocomplete, Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import {
  maxRegisteredMembers,
  registeredAnswerSchema,
  type RegisterTeamRequest,
  registerTeamRequestSchema,
  type RegistrationOffer,
} from '@sandglass/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import styles from './registration.module.css';

const usualMembers = 3;

export function RegistrationForm(props: {
  offer: RegistrationOffer;
  onRegistered: (ticket: string) => void;
}): ReactNode {
  const { offer, onRegistered } = props;
  const [group, setGroup] = useState(offer.groups[0]?.id ?? '');
  const [team, setTeam] = useState('');
  const [organisation, setOrganisation] = useState('');
  const [country, setCountry] = useState('');
  const [members, setMembers] = useState<readonly string[]>(Array.from({ length: usualMembers }, () => ''));
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const sending = useMutation({
    mutationFn: (json: RegisterTeamRequest) =>
      request(registeredAnswerSchema, '/api/registrations', { method: 'POST', json }),
    onSuccess: ({ ticket }) => onRegistered(ticket),
  });
  /** What a name is of, where there is one of it alone. */
  const named = (name: string) => {
    const same = offer.organisations.filter((one) => labelOf(one) === name.trim());
    return same.length === 1 ? same[0] : undefined;
  };
  const known = named(organisation);
  const isNew = organisation.trim() !== '' && known === undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    // Places of the fields on the page, of those that are filled.
    const filled = members.map((name, place) => ({ name, place })).filter(({ name }) => name.trim() !== '');
    const body: RegisterTeamRequest = {
      group,
      team,
      organisationId: known?.id ?? null,
      organisation: isNew ? organisation : null,
      country: isNew && country.trim() !== '' ? country : null,
      members: filled.map(({ name }) => name),
      email: email.trim() === '' ? null : email.trim(),
      password,
    };
    const found = new Map(
      registerTeamRequestSchema
        .safeParse(body)
        .error?.issues.map(({ path, message }) => [path.map(String).join('.'), message]),
    );
    if (password !== again) found.set('again', 'is not the same');
    setWrong(found);
    if (found.size === 0) sending.mutate(body);
  }

  const errorOf = (name: string): string | null =>
    wrong.get(name) ?? (sending.error instanceof ApiError ? sending.error.field(name) : null);
  const memberError = (place: number): string | null => {
    const index = members.slice(0, place).filter((name) => name.trim() !== '').length;
    if ((members[place] ?? '').trim() === '') return place === 0 ? errorOf('members') : null;
    return wrong.get(`members.${index}`) ?? errorOf(`members[${index}]`);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Register a team">
      {offer.groups.length === 1 ? (
        <p className={styles.whole}>
          You register for <strong>{offer.groups[0]?.name}</strong>. The organisers look at each registration
          before the team can log in.
        </p>
      ) : (
        <NativeSelect
          className={styles.whole}
          label="Group"
          description="The organisers look at each registration before the team can log in."
          value={group}
          data={offer.groups.map(({ id, name }) => ({ value: id, label: name }))}
          error={errorOf('group')}
          onChange={(event) => setGroup(event.currentTarget.value)}
        />
      )}
      <TextInput
        label="Team name"
        description="as the scoreboard will show it"
        value={team}
        maxLength={80}
        error={errorOf('team')}
        onChange={(event) => setTeam(event.currentTarget.value)}
      />
      <Autocomplete
        label="University, school or company"
        description="choose one, or write another; may be empty"
        value={organisation}
        data={[...new Set(offer.organisations.map(labelOf))]}
        limit={20}
        maxLength={120}
        error={errorOf('organisation') ?? errorOf('organisationId')}
        onChange={setOrganisation}
      />
      {isNew ? (
        <TextInput
          label="Its country"
          description="three letters, such as NOR; may be empty"
          value={country}
          maxLength={64}
          error={errorOf('country')}
          onChange={(event) => setCountry(event.currentTarget.value)}
        />
      ) : null}
      <fieldset className={`${styles.members} ${styles.whole}`}>
        <legend>Members</legend>
        {members.map((name, place) => (
          <TextInput
            key={place}
            aria-label={`Member ${place + 1}`}
            placeholder={`Member ${place + 1}`}
            value={name}
            maxLength={100}
            autoComplete="off"
            error={memberError(place)}
            onChange={(event) => {
              const text = event.currentTarget.value;
              setMembers(members.map((one, index) => (index === place ? text : one)));
            }}
          />
        ))}
        {members.length < maxRegisteredMembers ? (
          <Button
            variant="subtle"
            size="compact-sm"
            className={styles.more}
            onClick={() => setMembers([...members, ''])}
          >
            One more member
          </Button>
        ) : null}
      </fieldset>
      <TextInput
        className={styles.whole}
        type="email"
        label="E-mail address"
        description="for questions of the organisers, who alone see it; may be empty"
        value={email}
        maxLength={200}
        error={errorOf('email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        description="6 characters at least; the whole team logs in with it"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        value={password}
        error={errorOf('password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password, again"
        description="so that no typing error keeps you out"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the repeated password' }}
        value={again}
        error={errorOf('again')}
        onChange={(event) => setAgain(event.currentTarget.value)}
      />
      {sending.error === null ? null : (
        <div className={styles.whole}>
          <ErrorNotice error={sending.error} />
        </div>
      )}
      <Button type="submit" loading={sending.isPending} className={styles.submit}>
        Register
      </Button>
    </form>
  );
}

function labelOf({ name, country }: RegistrationOffer['organisations'][number]): string {
  return country === null ? name : `${name} (${country})`;
}
