import { storage } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
const storageKey = 'academy.theme'

export function chosenTheme(): Theme {
  return themes.find((theme) => theme === storage.get(storageKey)) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  storage.set(storageKey, theme)
  applyTheme()
}

/** Sets the colors that app.css has for the theme; `system` leaves the choice to the browser. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = chosenTheme()
}
