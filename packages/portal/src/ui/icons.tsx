import type { ReactNode } from 'react';

/** Size of an icon's square, in CSS pixels. */
interface IconProps {
  readonly size?: number;
  readonly stroke?: number;
}

/** Builds an icon of 24 units drawn in strokes; decoration only, the control beside it carries the words. */
const icon = (strokes: ReactNode) =>
  function Icon({ size = 17, stroke = 1.7 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {strokes}
      </svg>
    );
  };

export const AppsIcon = icon(
  <path d="M4 5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm0 10a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm10 0a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1zM14 7h6m-3-3v6" />,
);
export const OperatorIcon = icon(<path d="M12 3l7 3v5c0 4.5-3 8.3-7 10-4-1.7-7-5.5-7-10V6zm-3 9 2.2 2.2L15.5 10" />);
export const AuditIcon = icon(
  <path d="M11.5 21A12 12 0 0 1 3.5 6 12 12 0 0 0 12 3a12 12 0 0 0 8.5 3 12 12 0 0 1-.2 7M15 19l2 2 4-4" />,
);
export const BookIcon = icon(<path d="M19 4v16H7a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zm0 12H7a2 2 0 0 0-2 2M9 8h6" />);
export const ChartIcon = icon(<path d="M4 20h16M6 16v-3m4 3V9m4 7v-5m4 5V5" />);
export const CheckIcon = icon(<path d="m5 12 5 5L20 7" />);
export const ChevronIcon = icon(<path d="m9 6 6 6-6 6" />);
export const CloseIcon = icon(<path d="M18 6 6 18M6 6l12 12" />);
export const ConsoleIcon = icon(<path d="m5 8 4 4-4 4m7 1h7" />);
export const CopyIcon = icon(
  <path d="M8 10a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2zm8-2V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h2" />,
);
export const DeviceIcon = icon(
  <path d="M3 19h18M5 7a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1z" />,
);
export const DotsIcon = icon(<path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="2.6" />);
export const LanguageIcon = icon(
  <path d="M3.6 9h16.8M3.6 15h16.8M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0m8.5-9a17 17 0 0 0 0 18m1-18a17 17 0 0 1 0 18" />,
);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const MoonIcon = icon(<path d="M12 3h.4a7.5 7.5 0 0 0 7.9 12.5A9 9 0 1 1 12 3" />);
export const PeopleIcon = icon(
  <path d="M5 7a4 4 0 1 0 8 0 4 4 0 0 0-8 0M3 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2m1-17.9a4 4 0 0 1 0 7.8M21 21v-2a4 4 0 0 0-3-3.9" />,
);
export const PhoneIcon = icon(
  <path d="M6 5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2zm5-1h2m-1 13v.01" />,
);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const RefreshIcon = icon(<path d="M20 11A8.1 8.1 0 0 0 4.5 9M4 5v4h4m-4 4a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4" />);
export const SearchIcon = icon(<path d="M4 11a7 7 0 1 0 14 0 7 7 0 1 0-14 0m12 5 4.5 4.5" />);
export const TerminalIcon = icon(
  <path d="m8 9 3 3-3 3m5 0h3M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1" />,
);
export const SelectorIcon = icon(<path d="m8 9 4-4 4 4m0 6-4 4-4-4" />);
export const SignOutIcon = icon(
  <path d="M14 8V6a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2v-2M9 12h12l-3-3m0 6 3-3" />,
);
export const SunIcon = icon(
  <path d="M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0m-5 0h1m8-9v1m8 8h1m-9 8v1M5.6 5.6l.7.7m12.1-.7-.7.7m0 11.4.7.7m-12.1-.7-.7.7" />,
);
export const TourIcon = icon(
  <path d="M3 8c0-1.7 4-3 9-3s9 1.3 9 3v8c0 1.7-4 3-9 3s-9-1.3-9-3zm0 0c0 1.7 4 3 9 3s9-1.3 9-3" />,
);
export const TrashIcon = icon(<path d="M4 7h16M10 11v6m4-6v6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2l1-12M9 7V4h6v3" />);
export const UploadIcon = icon(<path d="M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 9l5-5 5 5m-5-5v12" />);
export const BanIcon = icon(<path d="M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0m2.7-6.3 12.6 12.6" />);
export const EyeIcon = icon(
  <path d="M10 12a2 2 0 1 0 4 0 2 2 0 0 0-4 0m11 0c-2.4 4-5.4 6-9 6s-6.6-2-9-6c2.4-4 5.4-6 9-6s6.6 2 9 6" />,
);
export const EyeOffIcon = icon(
  <path d="M10.6 10.6a2 2 0 0 0 2.8 2.8M16.7 16.7A9 9 0 0 1 12 18c-3.6 0-6.6-2-9-6 1.3-2.1 2.7-3.7 4.3-4.7m2.9-1.1A9 9 0 0 1 12 6c3.6 0 6.6 2 9 6-.7 1.1-1.4 2.1-2.1 2.9M3 3l18 18" />,
);
export const PencilIcon = icon(<path d="M4 20h4L18.5 9.5a2.8 2.8 0 1 0-4-4L4 16zm9.5-13.5 4 4" />);
export const DownloadIcon = icon(<path d="M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5 5-5m-5-7v12" />);
