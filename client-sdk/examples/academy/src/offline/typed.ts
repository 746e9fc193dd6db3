const prefix = 'academy.typed.'

/** What was typed and is not sent yet: it is there after a reload, until the reader signs out. */
export const typed = {
  get<Value>(name: string): Value | undefined {
    const text = localStorage.getItem(prefix + name)
    return text === null ? undefined : (JSON.parse(text) as Value)
  },
  set(name: string, value: unknown): void {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  },
  remove(name: string): void {
    localStorage.removeItem(prefix + name)
  },
  forget(): void {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(prefix)) localStorage.removeItem(name)
  },
}
