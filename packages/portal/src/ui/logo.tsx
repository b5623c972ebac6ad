/** The house with its door ajar. */
export function Logo({ size = 22 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden="true" focusable="false">
      <path d="M3 9.2 11 3l8 6.2V19H3z" fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinejoin="round" />
      <path d="M9 19v-7.2l5.4-1.6V19z" fill="var(--oh-clay)" />
    </svg>
  );
}
