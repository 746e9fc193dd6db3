import type { LessonParts } from './lesson-type.ts'

export const text: LessonParts<'text'> = {
  Body: null,
  completesBy: 'button',
  Fields: null,
  Preview: null,
  start: () => ({}),
}
