import { createStore } from './store.ts'

interface Toast {
  id: number
  tone: 'good' | 'bad'
  text: string
}

const shownMilliseconds = { good: 4_000, bad: 10_000 }
export const toasts = createStore<readonly Toast[]>([])
let count = 0

/** Says something for some seconds, wherever the reader is. */
export function toast({ tone, text }: Omit<Toast, 'id'>): void {
  const id = ++count
  toasts.set([...toasts.get().filter((one) => one.text !== text), { id, tone, text }])
  setTimeout(() => dismiss(id), shownMilliseconds[tone])
}

export function dismiss(id: number): void {
  toasts.set(toasts.get().filter((one) => one.id !== id))
}
