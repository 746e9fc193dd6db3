/** Bounds on what a course may hold. */
export const courseLimits = {
  sections: 100,
  lessons: 1000,
  courseFiles: 10_000,
} as const
