import type { AppRouter } from '../../router.ts'

type Area = keyof AppRouter['_def']['record']

/** What the areas of the API are about; `service` is what is not an operation of the router. */
export const tags = {
  auth: 'Register, verify the email, log in and out, get a new password.',
  me: 'My account.',
  courses: 'The catalogue: what can be learned here.',
  lessons: 'What is learned.',
  progress: 'How far a learner is, and when a course is completed.',
  cart: 'Courses that a learner considers buying.',
  coupons: 'What makes courses cheaper.',
  transactions: 'Buying courses, and enrolling in free ones.',
  certificates: 'Proofs of completed courses, and how anyone checks one.',
  service: 'The service itself: documentation, keys, health.',
} as const satisfies Record<Area | 'service', string>
