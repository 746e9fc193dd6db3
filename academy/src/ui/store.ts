import { useSyncExternalStore } from 'react'

/** A value outside of components, which `useStore` follows. */
export function createStore<Value>(value: Value) {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next: Value): void {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

type Store<Value> = ReturnType<typeof createStore<Value>>

export function useStore<Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>) {
  return useSyncExternalStore(subscribe, get)
}
