import { storage } from '../base/storage.ts'

const prefix = 'academy.typed.'

/** The page's user: nobody sees what somebody else has typed. */
let owner = ''
const keyOf = (name: string) => `${prefix}${owner}.${name}`

/** Keeps unsent input across reloads, until the reader signs out. */
export const typed = {
  belongTo(userId: string): void {
    owner = userId
  },
  get<Value>(name: string): Value | undefined {
    const text = storage.get(keyOf(name))
    return text === null ? undefined : (JSON.parse(text) as Value)
  },
  /** Returns whether it was kept: storage may be full or forbidden. */
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
