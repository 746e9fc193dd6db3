import type { Answer } from '@lyceum/sdk'
import { typed } from '../../offline/typed.ts'

/** An answer as typed. Its number says when, however late it is sent. */
export interface Draft {
  answer: Answer | null
  number?: number
}

export type ByPosition<Value> = Readonly<Record<string, Value>>

const nameOf = (attemptId: string) => `attempt.${attemptId}`

/** Returns the answers typed in any tab that the server has not stored. */
export function readDrafts(attemptId: string): ByPosition<Draft> {
  const stored = typed.get<ByPosition<Draft | Answer | null>>(nameOf(attemptId)) ?? {}
  // Drafts of an earlier release have no number.
  const toDraft = (one: Draft | Answer | null) =>
    one !== null && 'answer' in one ? one : { answer: one }
  return Object.fromEntries(Object.entries(stored).map(([at, one]) => [at, toDraft(one)]))
}

/** Changes this tab's drafts, and leaves those of other tabs under the same name alone. */
export function changeDrafts(
  attemptId: string,
  { added = {}, removed = {} }: { added?: ByPosition<Draft>; removed?: ByPosition<Draft> },
): void {
  const kept = without(readDrafts(attemptId), ([at, { number }]) => removed[at]?.number === number)
  const drafts = { ...kept, ...added }
  if (Object.keys(drafts).length === 0) typed.remove(nameOf(attemptId))
  else typed.set(nameOf(attemptId), drafts)
}

export function forgetDrafts(attemptId: string): void {
  typed.remove(nameOf(attemptId))
}

export function without<Value>(
  all: ByPosition<Value>,
  isOut: (entry: [string, Value]) => boolean,
): ByPosition<Value> {
  return Object.fromEntries(Object.entries(all).filter((entry) => !isOut(entry)))
}
