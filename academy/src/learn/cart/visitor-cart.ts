import type { Course, Money } from '@lyceum/sdk'
import { storage } from '../../base/storage.ts'
import { createStore } from '../../ui/store.ts'

/** A course that somebody without an account wants, as it was shown. */
export interface Wanted {
  id: string
  title: string
  price: Money
}

const key = 'academy.cart'
const most = 50

/** The cart of a visitor, which this browser keeps until there is an account for it. */
export const visitorCart = createStore<readonly Wanted[]>(read())
// Follows other tabs.
window.addEventListener('storage', (event) => event.key === key && visitorCart.set(read()))

export function want({ id, title, price }: Course): void {
  keep([...others(id), { id, title, price }].slice(-most))
}

export function forget(id: string): void {
  keep(others(id))
}

const others = (id: string) => read().filter((one) => one.id !== id)

function keep(wanted: readonly Wanted[]): void {
  if (wanted.length === 0) storage.remove(key)
  else storage.set(key, JSON.stringify(wanted))
  visitorCart.set(wanted)
}

function read(): readonly Wanted[] {
  try {
    const kept: unknown = JSON.parse(storage.get(key) ?? '[]')
    return Array.isArray(kept) ? (kept as Wanted[]) : []
  } catch {
    return []
  }
}
