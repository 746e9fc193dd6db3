import type { LanguageIndex } from '../language.ts'

export const index: LanguageIndex = {
  notLoaded: 'This page could not be loaded. Please reload it.',
}
