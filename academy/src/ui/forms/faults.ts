import type { IssueCode } from '@lyceum/sdk'
import type { InputField } from '@lyceum/sdk/inputs'

/** The rule that a field breaks, in the server's terms; without a code, its pattern. */
export interface Fault {
  code?: IssueCode
  limit?: number
}

/** Finds what the server would refuse in a value. Missing ones are reported elsewhere. */
export function faultOf(field: InputField, typed: string, separator?: string): Fault | undefined {
  if (typed.trim() === '') return undefined
  if (field.type === 'list') return faultOfList(field, itemsIn(typed, separator))
  return field.type === 'number' ? faultOfNumber(field, Number(typed)) : faultOfText(field, typed)
}

/** Checks whether a list has too few or too many items. */
export function faultOfCount(field: InputField, count: number): Fault | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = field
  if (count < minItems) return { code: 'minItems', limit: minItems }
  return count > maxItems ? { code: 'maxItems', limit: maxItems } : undefined
}

function faultOfList(field: InputField, items: readonly string[]): Fault | undefined {
  const { item } = field
  const faults = items.map((one) => item && faultOf(item, one))
  return faultOfCount(field, items.length) ?? faults.find((fault) => fault !== undefined)
}

/** Splits a list into its items. */
export const itemsIn = (text: string, separator = ','): string[] =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '')

function faultOfNumber(field: InputField, number: number): Fault | undefined {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = field
  if (!Number.isFinite(number)) return { code: 'type' }
  if (number < minimum) return { code: 'minimum', limit: minimum }
  if (number > maximum) return { code: 'maximum', limit: maximum }
  return field.isWhole && !Number.isInteger(number) ? { code: 'type' } : undefined
}

/** Spaces around it may count, as in passwords, or not: what might be right passes. */
function faultOfText(field: InputField, typed: string): Fault | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = '' } = field
  const texts = [typed, typed.trim()]
  if (typed.length < minLength) return { code: 'minLength', limit: minLength }
  if (typed.trim().length > maxLength) return { code: 'maxLength', limit: maxLength }
  return texts.some((text) => new RegExp(pattern).test(text)) ? undefined : {}
}

type Limits = Pick<InputField, 'minimum' | 'maximum' | 'minLength'>

/** Translates a browser's own validation into the server's terms. */
export function faultOfBrowser(
  found: Partial<ValidityState>,
  type: string | undefined,
  { minimum, maximum, minLength }: Limits,
): Fault | undefined {
  if (found.valueMissing) return { code: 'required' }
  if (found.badInput) return { code: type === 'number' ? 'type' : 'date' }
  if (found.typeMismatch) return { code: type === 'email' ? 'email' : 'url' }
  if (found.rangeUnderflow) return { code: 'minimum', limit: minimum }
  if (found.rangeOverflow) return { code: 'maximum', limit: maximum }
  return found.tooShort ? { code: 'minLength', limit: minLength } : undefined
}
