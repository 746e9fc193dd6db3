import type { core } from 'zod'

/** The faults of a field, for clients that describe them in their own words. */
export const issueCodes = [
  'required',
  'type',
  'enum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'email',
  'url',
  'date',
  'weakPassword',
  'taxNumber',
  'maxLines',
  'ambiguous',
] as const
export type IssueCode = (typeof issueCodes)[number]

/** The rule that a field breaks. Without a code, only the message says what is wrong. */
export interface Rule {
  code?: IssueCode
  /** The number in the rule: the fewest characters, the highest value. */
  limit?: number
  /** The possible meanings of ambiguous text, each accepted as it stands. */
  readings?: string[]
}

/** Returns the rule of a schema; a refinement names its own in `params`. */
export function ruleOf(issue: core.$ZodIssue): Rule {
  switch (issue.code) {
    case 'too_small':
      return { code: `min${measureOf(issue.origin)}`, limit: Number(issue.minimum) }
    case 'too_big':
      return { code: `max${measureOf(issue.origin)}`, limit: Number(issue.maximum) }
    case 'invalid_type':
      return { code: 'type' }
    case 'invalid_value':
      return { code: 'enum' }
    case 'invalid_format':
      return formats[issue.format] ?? {}
    case 'custom':
      return issue.params ?? {}
    default:
      return {}
  }
}

/** Returns the end of JSON Schema's names, as in OpenAPI: minLength, minItems, minimum. */
function measureOf(origin: string): 'Length' | 'Items' | 'imum' {
  if (origin === 'string') return 'Length'
  return origin === 'array' ? 'Items' : 'imum'
}

const formats: Partial<Record<string, Rule>> = {
  email: { code: 'email' },
  url: { code: 'url' },
  date: { code: 'date' },
  datetime: { code: 'date' },
}
