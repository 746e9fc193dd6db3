import type { LanguageIndex } from '../language.ts'

export const index: LanguageIndex = {
  notLoaded: 'No se ha podido cargar la página. Vuelve a cargarla.',
}
