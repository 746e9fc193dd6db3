import type { LanguageIndex } from '../language.ts'

export const index: LanguageIndex = {
  notLoaded: 'تعذّر تحميل هذه الصفحة. يُرجى إعادة تحميلها.',
}
