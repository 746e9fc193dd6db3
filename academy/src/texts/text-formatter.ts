/** The texts for a count, by the rules of Unicode: `other` stands for each that is missing. */
export type PluralForms = { other: string } & Partial<
  Record<'zero' | 'one' | 'two' | 'few' | 'many' | '=0', string>
>
export type Variables = Readonly<Record<string, unknown>>
export type Text = string | ((values: never, format: TextFormatter) => string)

/** Formats texts in a language, with what depends on a number. */
export class TextFormatter {
  readonly #texts: Readonly<Record<string, Text>>
  readonly #rules: Intl.PluralRules
  readonly #numbers: Intl.NumberFormat

  constructor(language: string, texts: Readonly<Record<string, Text>>) {
    this.#texts = texts
    this.#rules = new Intl.PluralRules(language)
    this.#numbers = new Intl.NumberFormat(language)
  }

  /** @throws for a key whose zone is not loaded */
  format(key: string, values: Variables = {}): string {
    const text = this.#texts[key]
    if (text === undefined) throw new Error(`There is no text "${key}".`)
    return typeof text === 'string' ? text : text(values as never, this)
  }

  /** Picks the form for a count: `{ one: '1 lesson', other: '5 lessons' }`. */
  plural(count: number, forms: PluralForms): string {
    const exact = count === 0 ? forms['=0'] : undefined
    return exact ?? forms[this.#rules.select(count)] ?? forms.other
  }

  number(value: number): string {
    return this.#numbers.format(value)
  }
}
