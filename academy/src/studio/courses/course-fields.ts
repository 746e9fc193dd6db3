/** The catalogue's facts about a course, in form order. */
export const catalogue = [
  ...(['title', 'summary', 'slug', 'language', 'level', 'cover', 'authors'] as const),
  ...(['categories', 'tags', 'license', 'source'] as const),
]

/** How a course is taken and written. */
export const rules = [
  ...(['order', 'requires', 'available', 'due', 'validFor', 'grade', 'honesty', 'html'] as const),
  ...(['managedBy', 'requiresReview', 'learnersMayMove', 'choose'] as const),
]
