/**
 * The constraints of a field, for checking it before sending. Bounds are those of JSON Schema; the
 * server checks them again, and more.
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
  /** The value when left out. */
  readonly default?: string | number | boolean
  /** The only values allowed. */
  readonly values?: readonly string[]
  /** The items of a list. */
  readonly item?: InputField
  /** The fields of an object; of one with several shapes, those they share. */
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
