import type { ReactNode } from 'react';

/* Here and not with the other icons, which every page loads. */

const icon = (strokes: ReactNode) =>
  function Icon() {
    return (
      <svg
        width={16}
        height={16}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.7}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {strokes}
      </svg>
    );
  };

export const LinkIcon = icon(<path d="m9 15 6-6m-4-3 1.5-1.5a5 5 0 0 1 7 7L18 13m-5 5-1.5 1.5a5 5 0 0 1-7-7L6 11" />);
export const EmbedIcon = icon(<path d="m8 8-4 4 4 4m8-8 4 4-4 4M13.5 5l-3 14" />);
