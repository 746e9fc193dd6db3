import { LocalizedStringFormatter } from '@internationalized/string'

/** The texts for a count, by the rules of Unicode: `other` stands for each that is missing. */
export type PluralForms = { other: string } & Partial<
  Record<'zero' | 'one' | 'two' | 'few' | 'many' | '=0', string>
>

/** Formats texts that depend on a number. */
export class TextFormatter extends LocalizedStringFormatter<string, never> {
  /** Picks the form for a count: `{ one: '1 lesson', other: '5 lessons' }`. */
  override plural(count: number, forms: PluralForms): string {
    return super.plural(count, forms)
  }
  override number(value: number): string {
    return super.number(value)
  }
}
