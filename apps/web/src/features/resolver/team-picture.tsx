import { type ReactNode, useState } from 'react';

/** The picture of an organisation or a team; its initials where there is none, or where it cannot be loaded. */
export function TeamPicture(props: {
  address: string | null;
  name: string;
  className: string | undefined;
}): ReactNode {
  const { address, name, className } = props;
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className={className} aria-hidden data-initials={address === null || failed === address}>
      {address === null || failed === address ? (
        initialsOf(name)
      ) : (
        <img src={address} alt="" onError={() => setFailed(address)} />
      )}
    </span>
  );
}

/** Of the first words that begin with a letter or digit: "University of Cape Town" is UCT, "University 07" is U07. */
export function initialsOf(name: string): string {
  const words = name.split(/\s/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const important = words.filter((word) => !/^(of|the|and|de|du|des|la|für|der|di|do|da)$/i.test(word));
  const chosen = important.length > 0 ? important : words;
  const letters = chosen
    .slice(0, 3)
    .map((word) => /^\p{N}{1,3}/u.exec(word)?.[0] ?? Array.from(word)[0] ?? '');
  return letters.join('').toUpperCase();
}
