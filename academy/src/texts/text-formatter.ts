import { LocalizedStringFormatter } from '@internationalized/string'

/** What texts that depend on a number are made with. */
export class TextFormatter extends LocalizedStringFormatter<string, never> {
  /** The form for a count: `{ one: '1 lesson', other: '5 lessons' }`. */
  override plural(count: number, forms: { one?: string; other: string; '=0'?: string }): string {
    return super.plural(count, forms)
  }
  override number(value: number): string {
    return super.number(value)
  }
}
