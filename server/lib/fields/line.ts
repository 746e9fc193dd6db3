import { z } from 'zod'

/** One line of text for people: white space is folded, as in the folder of a course. */
export function line(maxLength: number) {
  return z
    .string()
    .overwrite((value) => value.replace(/\s+/gu, ' ').trim())
    .min(1)
    .max(maxLength)
    .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), 'holds a control character: remove it')
    .meta({ pattern: '\\S' })
}
