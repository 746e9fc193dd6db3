import type { LanguageIndex } from '../language.ts'

export const index: LanguageIndex = {
  notLoaded: 'Diese Seite ließ sich nicht laden. Bitte lade sie neu.',
}
