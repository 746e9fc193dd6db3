interface LessonTypeFacts {
  /**
   * The act that completes a lesson: the learner's report; watching it, where that counts; a pass,
   * which a learner's report never is; or the course that it stands for.
   */
  completesBy: 'report' | 'watching' | 'pass' | 'course'
  /** Its own property with Markdown, which searches find. */
  text?: string
}

/** The facts about a type that statements need; its file in content/lessons has the rest. */
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

/** The types completed by a pass, in learners' attempts and grades. */
export const gradedTypes = ['quiz', 'assignment'] as const satisfies LessonType[]
export type GradedType = (typeof gradedTypes)[number]

/** Parts of a lesson beside its text. */
export type LessonDetails = {
  /** The part that belongs to its type alone. */
  [Type in LessonType]?: Record<string, unknown>
} & {
  /** Keys of lessons to complete before this one opens. */
  prerequisites?: string[]
  /** When it opens and when it is due: see `DayRule` in content/days/days.ts. */
  available?: string
  due?: string
  /** The path of a book's page, without extension. It tells apart pages that make the same key. */
  page?: string
}
