export interface Toast {
  id: number
  tone: 'good' | 'bad'
  text: string
}

const shownMilliseconds = { good: 4_000, bad: 10_000 }
const listeners = new Set<() => void>()
let shown: readonly Toast[] = []
let count = 0

/** Says something for some seconds, wherever the reader is. */
export function toast({ tone, text }: Omit<Toast, 'id'>): void {
  const id = ++count
  change([...shown.filter((one) => one.text !== text), { id, tone, text }])
  setTimeout(() => dismiss(id), shownMilliseconds[tone])
}

export function dismiss(id: number): void {
  change(shown.filter((one) => one.id !== id))
}

export const toasts = {
  get: () => shown,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

function change(next: readonly Toast[]): void {
  shown = next
  for (const listener of listeners) listener()
}
