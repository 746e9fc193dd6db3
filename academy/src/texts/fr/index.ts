import type { LanguageIndex } from '../language.ts'

export const index: LanguageIndex = {
  notLoaded: 'Impossible de charger cette page. Veuillez la recharger.',
}
