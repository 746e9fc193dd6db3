/** The catalogue's facts about a course, in form order. */
export const catalogue = [
  ...(['title', 'summary', 'outcomes', 'audience', 'needs', 'hoursPerWeek'] as const),
  ...(['slug', 'language', 'level', 'cover', 'film', 'authors', 'categories'] as const),
  ...(['tags', 'skills', 'credits', 'license', 'source'] as const),
]

/** How a course is taken and written. */
export const rules = [
  ...(['order', 'requires', 'available', 'due', 'validFor', 'grade', 'honesty', 'html'] as const),
  ...(['lessonQuestions', 'managedBy', 'requiresReview', 'learnersMayMove', 'choose'] as const),
]
