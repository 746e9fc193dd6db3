import type { LessonTypeParts } from './lesson-type.ts'

export const text = {
  means: 'to read',
  label: 'To read',
  description: 'A lesson to read',
  own: null,
} satisfies LessonTypeParts
