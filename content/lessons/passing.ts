import { z } from 'zod'
import { must } from '../../lib/fields/field-schemas.ts'
import { field } from '../../lib/schema.ts'

export const maxAttempts = 100

/** The fields of every lesson that is completed by a pass. */
export const passing = {
  passPercent: field(
    z.int().min(0).max(100).default(80),
    'The share of the points that passes: exactly as much passes as well',
    80,
  ),
  attempts: field(
    z.int().min(1).max(maxAttempts).nullable().default(null),
    'How often it may be tried; null: as often as one likes',
    3,
  ),
  weight: field(
    z.int().min(0).max(1000).default(1),
    'How much it counts in the grade of the course, beside others; 0: not at all',
    1,
  ),
}

/** The fields in answers, which are checked already. */
export const shownPassing = {
  passPercent: field(z.int(), 'The share of the points that passes', 80),
  attempts: field(z.int().nullable(), 'How often it may be tried; null: as often as one likes', 3),
  weight: field(z.int(), 'How much it counts in the grade of the course; 0: not at all', 1),
}

const whole = (least: number, most: number) => {
  const words = must(`be a whole number from ${least} to ${most}`)
  return z.int(words).min(least, words).max(most, words).exactOptional()
}

/** The fields in front matter, where an absent one means the default. */
export const passingInText = {
  pass: whole(0, 100),
  attempts: whole(1, maxAttempts),
  weight: whole(0, 1000),
}

export { whole as wholeNumber }
