import { storage } from '../base/storage.ts'

const prefix = 'academy.typed.'

/** Whose page it is: nobody finds what somebody else has typed. */
let owner = ''
const keyOf = (name: string) => `${prefix}${owner}.${name}`

/** What was typed and is not sent yet: it is there after a reload, until the reader signs out. */
export const typed = {
  belongTo(userId: string): void {
    owner = userId
  },
  get<Value>(name: string): Value | undefined {
    const text = storage.get(keyOf(name))
    return text === null ? undefined : (JSON.parse(text) as Value)
  },
  /** Whether it is kept: not so where storage is full, or forbidden. */
  set(name: string, value: unknown): boolean {
    return storage.set(keyOf(name), JSON.stringify(value))
  },
  remove(name: string): void {
    storage.remove(keyOf(name))
  },
  names(start: string): string[] {
    const names = storage.names().filter((name) => name.startsWith(keyOf(start)))
    return names.map((name) => name.slice(keyOf('').length))
  },
  isEmpty: () => !storage.names().some((name) => name.startsWith(prefix)),
  forget(): void {
    for (const name of storage.names()) if (name.startsWith(prefix)) storage.remove(name)
  },
}
