const STORED = 'parley-theme';

/** The colour scheme: what the system prefers, or what was chosen here. */
export const theme = $state<{ chosen: 'light' | 'dark' | undefined }>({ chosen: undefined });

/** Takes over what was chosen before. */
export function restoreTheme(): void {
  const stored = localStorage.getItem(STORED);
  if (stored === 'light' || stored === 'dark') choose(stored);
}

/** Changes to the other scheme than the one that is shown. */
export function switchTheme(): void {
  choose(isDark() ? 'light' : 'dark');
  localStorage.setItem(STORED, theme.chosen ?? '');
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  return theme.chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme.chosen === 'dark';
}

function choose(scheme: 'light' | 'dark'): void {
  theme.chosen = scheme;
  document.documentElement.dataset['theme'] = scheme;
}
