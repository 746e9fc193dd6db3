import { formatMoney, type Money } from '@lyceum/sdk'
import { findText, language, type TextKey } from '../../texts/texts.ts'

/** The names of columns, facts and fields: those with a text `column.…`. */
export type ColumnName = {
  [Key in TextKey]: Key extends `column.${infer Name}` ? Name : never
}[TextKey]

export const titleOf = (name: string) => findText(`column.${name}`) ?? name

/** What the API names so, in the words of the reader if there are any. */
export const nameOf = (value: string) => findText(`value.${value}`) ?? value

/** An amount; nothing is 0 here, and not "free". */
export const amountOf = (money: Money) => formatMoney(money, language)
