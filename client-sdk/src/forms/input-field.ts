/**
 * What a form can know of a field before it sends it. The bounds are those of JSON Schema; the
 * server looks again, and checks more than that.
 */
export interface InputField {
  /**
   * `day` takes a date (`2027-03-01`) or an instant, `instant` an instant alone; `other` is one of
   * several.
   */
  readonly type: 'text' | 'number' | 'flag' | 'day' | 'instant' | 'list' | 'object' | 'other'
  /** Whether the operation refuses to be called without it. */
  readonly isNeeded?: true
  /** Whether it may be null, for none. */
  readonly isNullable?: true
  /** What it is when left out. */
  readonly default?: string | number | boolean
  /** The texts that it may be; there are no others. */
  readonly values?: readonly string[]
  /** What a list is of. */
  readonly item?: InputField
  /** What an object has; where there are several kinds of it, what they share. */
  readonly fields?: InputFields
  /** Whether a number has no decimals. */
  readonly isWhole?: true
  readonly minLength?: number
  readonly maxLength?: number
  /** A regular expression. */
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** The fields of an input by their names. */
export type InputFields = { readonly [name: string]: InputField }
