interface LessonTypeFacts {
  /**
   * What completes a lesson: the word of its learner; having watched it, where that counts; a pass,
   * which no report of a learner is; or the course that it stands for.
   */
  completesBy: 'report' | 'watching' | 'pass' | 'course'
  /** The property of its own with Markdown, which searches find. */
  text?: string
}

/** What statements know of a type; its file in content/lessons has the rest. */
const facts = {
  text: { completesBy: 'report' },
  video: { completesBy: 'watching', text: 'transcript' },
  file: { completesBy: 'report' },
  link: { completesBy: 'report' },
  quiz: { completesBy: 'pass' },
  assignment: { completesBy: 'pass' },
  course: { completesBy: 'course' },
} as const satisfies Record<string, LessonTypeFacts>

export type LessonType = keyof typeof facts
export const lessonTypes: Readonly<Record<LessonType, LessonTypeFacts>> = facts
export const lessonTypeNames = Object.keys(facts) as [LessonType, ...LessonType[]]

/** The types that are completed by a pass, in the attempts and grades of learners. */
export const gradedTypes = ['quiz', 'assignment'] as const satisfies LessonType[]
export type GradedType = (typeof gradedTypes)[number]

/** What a lesson has beside its text. */
export type LessonDetails = {
  /** What belongs to its type alone. */
  [Type in LessonType]?: Record<string, unknown>
} & {
  /** Keys of lessons to complete before this one opens. */
  prerequisites?: string[]
  /** When it opens and when it is due: see `Day` in content/days/days.ts. */
  available?: string
  due?: string
  /** In a book: the path of its page, without extension. It tells pages apart that make one key. */
  page?: string
}
