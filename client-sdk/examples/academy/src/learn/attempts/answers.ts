import { isLyceumError, type Outputs } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { lyceum } from '../../lyceum.ts'
import { typed } from '../../offline/typed.ts'
import { textsOfFields } from '../../ui/error-text.ts'
import { clock } from './clock.ts'

export type Attempt = Outputs['attempts']['get']
export type Question = Attempt['questions'][number]
export type Answer = Attempt['answers'][number]['answer']
export type SavingState = 'saved' | 'waiting' | 'failed' | 'over'

const delayMilliseconds = 700
const retryMilliseconds = 5_000

/** Whoever comes back to a quiz waits for what was saved on leaving it. */
let lastSave: Promise<unknown> = Promise.resolve()

export const runningAttemptQuery = (attemptId: string) => ({
  ...queryOptions(lyceum.attempts.get, { attemptId }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Attempt> => {
    await lastSave
    return await lyceum.attempts.get.query({ attemptId }, { signal })
  },
  // The form reads it once, when it opens: never from before it was left.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/**
 * The answers of an attempt that runs, saved while the learner types. What is not saved yet stays on
 * the device as well, so that a reload without a network loses nothing.
 */
export function createAnswers({ id: attemptId, answers: saved }: Attempt) {
  const name = `attempt.${attemptId}`
  let unsaved = typed.get<Record<string, Answer | null>>(name) ?? {}
  let answers: Record<string, Answer | null> = {
    ...Object.fromEntries(saved.map(({ position, answer }) => [position, answer])),
    ...unsaved,
  }
  /** What the server says of answers that it does not take, by position. */
  let refused: Record<string, string> = {}
  let state: SavingState = 'saved'
  let running: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpen = false
  const listeners = new Set<() => void>()

  function become(next: SavingState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function saveIn(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(flush, milliseconds)
  }

  async function save(): Promise<boolean> {
    while (Object.keys(unsaved).length > 0) {
      const sent = unsaved
      const list = Object.entries(sent).map(([at, answer]) => ({ position: Number(at), answer }))
      try {
        const { savedAt } = await lyceum.attempts.save.mutate({ attemptId, answers: list })
        clock.set(savedAt)
      } catch (error) {
        const wrong = refusalsOf(error, list)
        if (Object.keys(wrong).length > 0) {
          // The others are saved without them.
          refused = { ...refused, ...wrong }
          unsaved = without(unsaved, ([at, one]) => at in wrong && sent[at] === one)
          typed.set(name, unsaved)
          continue
        }
        if (isLyceumError(error, 'attempts.save') && error.name === 'AttemptOver') {
          typed.remove(name)
          become('over')
        } else {
          become('failed')
          if (isOpen) saveIn(retryMilliseconds)
        }
        return false
      }
      // What was changed meanwhile goes with the next turn.
      unsaved = without(unsaved, ([at, one]) => sent[at] === one)
      typed.set(name, unsaved)
    }
    typed.remove(name)
    become('saved')
    return true
  }

  /** Saves now what is not saved. Resolves to whether all is. */
  function flush(): Promise<boolean> {
    clearTimeout(timer)
    running ??= save().finally(() => {
      running = undefined
    })
    lastSave = running
    return running
  }
  if (Object.keys(unsaved).length > 0) saveIn(0)

  return {
    all: () => answers,
    refused: () => refused,
    state: () => state,
    set(position: number, answer: Answer | null): void {
      answers = { ...answers, [position]: answer }
      refused = without(refused, ([at]) => at === String(position))
      unsaved = { ...unsaved, [position]: answer }
      typed.set(name, unsaved)
      become('waiting')
      saveIn(delayMilliseconds)
    },
    flush,
    /** Returns what ends it: all is saved once more, and what fails waits for the next form. */
    open() {
      isOpen = true
      const flushNow = () => void flush()
      document.addEventListener('visibilitychange', flushNow)
      return () => {
        isOpen = false
        document.removeEventListener('visibilitychange', flushNow)
        flushNow()
      }
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function without<Value>(
  all: Record<string, Value>,
  isOut: (entry: [string, Value]) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter((entry) => !isOut(entry)))
}

/** By position. The server names answers by their place in what was sent: `answers.0.answer.text`. */
function refusalsOf(error: unknown, sent: readonly { position: number }[]): Record<string, string> {
  const refusals = Object.entries(textsOfFields(error)).flatMap(([path, message]) => {
    const one = sent[Number(/^answers\.(\d+)/.exec(path)?.[1])]
    return one === undefined ? [] : [[one.position, message]]
  })
  return Object.fromEntries(refusals)
}
