/** The two line icons of the sign-in page; the icon library is not loaded here. */
const LINE = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.8,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

export const EyeIcon = ({ crossed }: { readonly crossed: boolean }) => (
  <svg viewBox="0 0 24 24" width="1.3333rem" height="1.3333rem" aria-hidden="true" {...LINE}>
    <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z" />
    <circle cx="12" cy="12" r="3" />
    {crossed && <path d="M4 20 20 4" />}
  </svg>
);

export const WarnIcon = () => (
  <svg viewBox="0 0 24 24" width="1.3333rem" height="1.3333rem" aria-hidden="true" {...LINE}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v6M12 16.5v.01" />
  </svg>
);
