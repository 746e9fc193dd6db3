import type { Schema } from '../endpoints/document.ts'

/** Formats that make the pattern beside them redundant. */
const formatsWithoutPattern = new Set(['uuid', 'date', 'date-time'])

/**
 * Removes what the generator adds and no reader needs: closed objects (a new field of an answer
 * must not break clients that validate against an older document), patterns that repeat a format,
 * bounds that bound nothing, and defaults that are none.
 */
export function tidy<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(tidy).filter((inner) => !isEmpty(inner)) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([name, inner]) => !isNoise(name, inner, value as Schema),
  )
  // Drops a tuple's `items: false`: `maxItems` says as much, and older tools want a schema.
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, name === 'items' && inner === false ? {} : tidy(inner)]),
  ) as Value
}

function isNoise(name: string, value: unknown, { format }: Schema): boolean {
  switch (name) {
    case 'additionalProperties':
      return value === false
    case 'pattern':
      return typeof value === 'string' && formatsWithoutPattern.has(format ?? '')
    case 'default':
      // Drops null, which is implied, and which some generators take for a value of the type.
      return value === null
    case 'minLength':
      return value === 0
    case 'minimum':
      return value === Number.MIN_SAFE_INTEGER
    case 'maximum':
      return value === Number.MAX_SAFE_INTEGER
    default:
      return false
  }
}

function isEmpty(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === 0
  )
}
