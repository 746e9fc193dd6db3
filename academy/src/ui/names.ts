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

/** A value of the API in words: those of its field, or `value.…`. '' stands for none. */
export const nameOf = (value: string, field = '') =>
  findText(`field.${field}.${value || 'none'}`) ?? findText(`value.${value}`) ?? value

/** An amount; nothing is 0 here, and not "free". */
export const amountOf = (money: Money) => formatMoney(money, language)
