/**
 * Holds what gives an answer away. It cannot get into an answer by mistake: no schema takes it, and
 * JSON refuses it. Code that grades, or may show it, says so by calling `reveal`.
 */
export class Secret<Value> {
  readonly #value: Value

  constructor(value: Value) {
    this.#value = value
  }

  reveal(): Value {
    return this.#value
  }

  toJSON(): never {
    throw new Error('A secret of a question was about to be written into an answer.')
  }
}
