import type { desk as english } from '../en/desk.ts'

export const desk: typeof english = {
  'desk.users': 'Konten',
  'desk.noUsers': 'Kein Konto passt.',
}
