import type { studio as english } from '../en/studio.ts'

export const studio: typeof english = {
  'studio.courses': 'Deine Kurse',
  'studio.noCourses': 'Du arbeitest noch an keinem Kurs.',
}
