/** Texts of the studio. */
export const studio = {
  'studio.courses': 'Your courses',
  'studio.noCourses': 'You do not work on a course yet.',
}
