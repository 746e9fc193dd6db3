import { text } from '../../../lib/schema.ts'

/*
 * Fields of admin operations that name what is meant by the id or by the name that people know. What they
 * hold is looked up by chosen-course.ts, chosen-cohort.ts and chosen-user.ts.
 */

export const ChosenCourse = text(100).meta({
  description: 'Id or slug of the course',
  examples: ['building-a-course-player'],
})

export const ChosenCohort = text(100).meta({
  description: 'Id or name of the cohort',
  examples: ['Class of 2026'],
})

export const ChosenUser = text(1000).meta({
  description: 'Email or id of the user',
  examples: ['ada.lovelace@example.com'],
})
