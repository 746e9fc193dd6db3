import { LocalizedStringFormatter } from '@internationalized/string'

/** Formats texts that depend on a number. */
export class TextFormatter extends LocalizedStringFormatter<string, never> {
  /** Picks the form for a count: `{ one: '1 lesson', other: '5 lessons' }`. */
  override plural(count: number, forms: { one?: string; other: string; '=0'?: string }): string {
    return super.plural(count, forms)
  }
  override number(value: number): string {
    return super.number(value)
  }
}
