import { assignment } from './assignment.tsx'
import { course } from './course.tsx'
import { file } from './file.tsx'
import type { LessonParts, LessonType, OwnField } from './lesson-type.ts'
import { link } from './link.tsx'
import { quiz } from './quiz.tsx'
import { text } from './text.ts'
import { video } from './video.tsx'

/** All types of lessons, in the order in which authors see them. */
const lessons: { [Type in LessonType]: LessonParts<Type> } = {
  text,
  video,
  quiz,
  assignment,
  file,
  link,
  course,
}

export function partsOf<Type extends LessonType>(type: Type): LessonParts<Type> {
  return lessons[type]
}

/** The fields that the `Fields` of each type ask for. */
export const ownFields = Object.keys(lessons) as OwnField[]

/** The types that authors can choose. */
export const chosenTypes = (Object.keys(lessons) as LessonType[]).filter(
  (type): type is Exclude<LessonType, 'course'> => lessons[type].start !== null,
)
