/** What fields let choose in place of typing what names it: by names of the API, and by others. */
export const picks = {
  person: 'person',
  user: 'person',
  personEmail: 'personEmail',
  learner: 'learner',
  userId: 'learner',
  invited: 'invited',
  course: 'course',
  courseId: 'course',
  courseIds: 'course',
  courses: 'course',
  courseSlug: 'courseSlug',
  requires: 'courseSlug',
  cohort: 'cohort',
  cohorts: 'cohort',
  coupon: 'coupon',
  language: 'language',
  category: 'category',
  categories: 'category',
} as const

export type PickName = keyof typeof picks
/** Where a field finds what it offers. */
export type SourceName = (typeof picks)[PickName]
