import { ActionIcon, Menu, Tooltip, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { MonitorIcon, MoonIcon, SunIcon } from '../../components/icons.tsx';

const next = { auto: 'light', light: 'dark', dark: 'auto' } as const;
const names = { auto: 'system', light: 'light', dark: 'dark' } as const;
const icons = { auto: <MonitorIcon />, light: <SunIcon />, dark: <MoonIcon /> } as const;

/** The same choice in the account's menu, for phones: the header has no room for it. */
export function SchemeItem({ className }: { className: string | undefined }): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.Item
      className={className}
      closeMenuOnClick={false}
      leftSection={icons[colorScheme]}
      onClick={() => setColorScheme(next[colorScheme])}
    >
      Colours: {names[colorScheme]}
    </Menu.Item>
  );
}

/** System, light, dark, and round again; Mantine keeps the choice. */
export function SchemeToggle(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const label = `Colours: ${names[colorScheme]}. Change to ${names[next[colorScheme]]}`;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        c="var(--sg-ink-soft)"
        aria-label={label}
        onClick={() => setColorScheme(next[colorScheme])}
      >
        {icons[colorScheme]}
      </ActionIcon>
    </Tooltip>
  );
}
