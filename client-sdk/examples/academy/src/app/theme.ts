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

/** Takes the color of the school, from which app.css makes all shades. */
export function applySchoolColor(color: string): void {
  document.documentElement.style.setProperty('--school', color)
}
