import { formatMoney, type Money } from '@lyceum/sdk'
import { findText, language, type TextKey } from '../texts/texts.ts'

type NameIn<Key> = Key extends `${'field' | 'value'}.${infer Name}`
  ? Name extends `${string}.${string}`
    ? never
    : Name
  : never

/** The names of fields, columns and facts: those with a text `field.…`, or else `value.…`. */
export type FieldName = NameIn<TextKey>

export const titleOf = (name: string) =>
  findText(`field.${name}`) ?? findText(`value.${name}`) ?? name

/** Names a value of the API, by its field's texts or else `value.…`. '' stands for none. */
export const nameOf = (value: string, field = '') =>
  findText(`field.${field}.${value || 'none'}`) ?? findText(`value.${value}`) ?? value

/** Formats an amount; zero stays 0, and does not become "free". */
export const amountOf = (money: Money) => formatMoney(money, language)
