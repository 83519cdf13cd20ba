import type { ReactNode } from 'react';

export interface IconProps {
  size?: number;
}

/** All icons are drawn on 20×20 with a 1.6 stroke; text beside them names them. */
function icon(paths: ReactNode) {
  return function Icon({ size = 18 }: IconProps): ReactNode {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {paths}
      </svg>
    );
  };
}

export const HomeIcon = icon(<path d="M3.5 9 10 3.500 16.500 9v7.500h-4.500v-5h-4v5H3.500z" />);
export const ListIcon = icon(
  <path d="M7.500 5h9M7.500 10h9M7.500 15h9M3.500 5h.01M3.500 10h.01M3.500 15h.01" />,
);
export const TrophyIcon = icon(
  <path d="M6 3.500h8v4.500a4 4 0 0 1-8 0zM6 5H3.500c0 2.500 1 4 2.700 4.200M14 5h2.500c0 2.500-1 4-2.700 4.200M10 12v2.500M6.500 16.500h7" />,
);
export const ServerIcon = icon(
  <path d="M3.500 4h13v5h-13zM3.500 11h13v5h-13zM6.500 6.500h.01M6.500 13.500h.01M10 6.500h4M10 13.500h4" />,
);
export const GearIcon = icon(
  <>
    <circle cx="10" cy="10" r="2.600" />
    <path d="M10 2.500v2.200M10 15.300v2.200M2.500 10h2.200M15.300 10h2.200M4.700 4.700l1.600 1.600M13.700 13.700l1.600 1.600M4.700 15.300l1.600-1.600M13.700 6.300l1.600-1.600" />
  </>,
);
export const UserIcon = icon(
  <>
    <circle cx="10" cy="6.500" r="3.200" />
    <path d="M3.500 17c.6-3.600 3.200-5.200 6.500-5.200s5.900 1.600 6.500 5.200" />
  </>,
);
export const SunIcon = icon(
  <>
    <circle cx="10" cy="10" r="3.400" />
    <path d="M10 2.200v1.600M10 16.200v1.600M2.200 10h1.600M16.200 10h1.600M4.500 4.500l1.100 1.100M14.400 14.400l1.100 1.100M4.500 15.500l1.100-1.100M14.400 5.600l1.100-1.100" />
  </>,
);
export const MoonIcon = icon(<path d="M16.500 11.800A7 7 0 0 1 8.200 3.500a7 7 0 1 0 8.300 8.300z" />);
export const MonitorIcon = icon(<path d="M3 4h14v9.500H3zM7.500 16.500h5M10 13.500v3" />);
export const LogoutIcon = icon(<path d="M12 3.500H4.500v13H12M9 10h8M14 7l3 3-3 3" />);
export const CopyIcon = icon(<path d="M7.500 7.500h9v9h-9zM12.500 7.500v-4h-9v9h4" />);
export const CheckIcon = icon(<path d="m4 10.500 4 4 8-9" />);
export const CloseIcon = icon(<path d="m5 5 10 10M15 5 5 15" />);
export const DownloadIcon = icon(<path d="M10 3.500v9M6.500 9.500 10 13l3.500-3.500M3.500 16.500h13" />);
export const UploadIcon = icon(<path d="M10 13V4M6.500 7 10 3.500 13.500 7M3.500 12.500v4h13v-4" />);
export const FileIcon = icon(<path d="M5 2.500h6.500L15.500 6.500v11H5zM11.500 2.500v4h4" />);
export const PencilIcon = icon(<path d="m4 16 .8-3.600L13.500 3.700l2.800 2.800-8.700 8.700z" />);
export const ChevronIcon = icon(<path d="m7.500 5 5 5-5 5" />);
export const SearchIcon = icon(
  <>
    <circle cx="8.800" cy="8.800" r="5" />
    <path d="m12.600 12.600 4 4" />
  </>,
);
export const WarningIcon = icon(<path d="M10 3.200 17.800 16.500H2.200zM10 8v4M10 14.300h.01" />);
export const InfoIcon = icon(
  <>
    <circle cx="10" cy="10" r="7.200" />
    <path d="M10 9v5M10 6.300h.01" />
  </>,
);
export const SnowIcon = icon(
  <path d="M10 2.500v15M3.500 6.200l13 7.600M16.500 6.200l-13 7.600M8 3.800l2 1.700 2-1.700M8 16.200l2-1.700 2 1.700" />,
);
export const OfflineIcon = icon(
  <path d="M3 3l14 14M5.200 8.200a9 9 0 0 1 2.600-1.500M2.500 6.500A12 12 0 0 1 5 4.800M9.500 4a11.500 11.500 0 0 1 8 2.500M12.500 7.200a8.500 8.500 0 0 1 2.300 1.400M7.500 11.500a5 5 0 0 1 2-.9M10 15.500h.01" />,
);
export const RepeatIcon = icon(
  <path d="M15.800 7A6.500 6.500 0 0 0 4 8M4.200 13A6.500 6.500 0 0 0 16 12M15.800 3.500V7h-3.500M4.200 16.500V13h3.500" />,
);
export const BellIcon = icon(
  <path d="M5.500 13.500V9a4.500 4.500 0 0 1 9 0v4.500l1.500 1.500h-12zM8.300 17.200h3.400M10 4.500V3" />,
);
export const KeyboardIcon = icon(
  <path d="M2.500 5.500h15v9h-15zM5.500 8.500h.01M8.500 8.500h.01M11.500 8.500h.01M14.500 8.500h.01M6.500 11.500h7" />,
);
