import { useEffect, useRef } from 'react'

interface Guard {
  /** Whether leaving now would lose something. */
  isUnsaved: () => boolean
  /** The question for the reader. */
  question: string
  /** Tries to save first. */
  settle?: () => Promise<unknown>
  /** The form to guard when the dialog around it closes. */
  form?: () => Element | null | undefined
}

const guards = new Set<{ current: Guard }>()
const all = () => [...guards].map(({ current }) => current)

/** Asks before the reader leaves the page, the tab or the dialog, while something is unsaved. */
export function useLeaveGuard(guard: Guard): void {
  const latest = useRef(guard)
  latest.current = guard
  useEffect(() => {
    guards.add(latest)
    return () => void guards.delete(latest)
  }, [])
}

export const isAnythingUnsaved = () => all().some(({ isUnsaved }) => isUnsaved())

let asking: Promise<boolean> | undefined

/** Whether the reader may go on to another page: asks once, even after two clicks. */
export function mayLeave(): Promise<boolean> {
  asking ??= askToLeave().finally(() => {
    asking = undefined
  })
  return asking
}

async function askToLeave(): Promise<boolean> {
  await Promise.all(all().map(({ settle }) => settle?.()))
  return agreesTo(all())
}

export function mayClose(dialog: Element | null): boolean {
  return agreesTo(all().filter(({ form }) => dialog?.contains(form?.() ?? null)))
}

function agreesTo(losses: readonly Guard[]): boolean {
  const unsaved = losses.find(({ isUnsaved }) => isUnsaved())
  return unsaved === undefined || confirm(unsaved.question)
}
