import { field, text } from '../../../../lib/schema.ts'

/*
 * Fields of admin operations that name something by id or by the name that people know. They are
 * resolved by chosen-course.ts, chosen-cohort.ts and chosen-user.ts.
 */

export const ChosenCourse = field(text(100), 'Id or slug of the course', 'building-a-course-player')

export const ChosenCohort = field(text(100), 'Id or name of the cohort', 'Class of 2026')

export const ChosenUser = field(text(1000), 'Email or id of the user', 'ada.lovelace@example.com')
