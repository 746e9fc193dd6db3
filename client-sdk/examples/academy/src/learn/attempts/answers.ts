import { type Answer, type Attempt, isLyceumError } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { lyceum } from '../../lyceum.ts'
import { typed } from '../../offline/typed.ts'
import { textsOfFields } from '../../ui/error-text.ts'
import { createStore } from '../../ui/store.ts'
import { clock } from './clock.ts'

export interface AnswerFieldProps<Question> {
  question: Question
  answer: Answer | null
  onAnswer: (answer: Answer | null) => void
}

/** Why the server did not store an answer, and what it may have meant. */
export interface Refusal {
  why: string
  readings: readonly string[]
}

type ByPosition<Value> = Readonly<Record<string, Value>>

interface Answers {
  given: ByPosition<Answer | null>
  refused: ByPosition<Refusal>
  saving: 'saved' | 'waiting' | 'failed' | 'over'
}

const delayMilliseconds = 700
const retryMilliseconds = 5_000

/** Whoever comes back to a quiz waits for what was saved on leaving it. */
let lastSave: Promise<unknown> = Promise.resolve()

export const runningAttemptQuery = (attemptId: string) => ({
  ...queryOptions(lyceum.attempts.get, { attemptId }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Attempt> => {
    await lastSave
    const attempt = await lyceum.attempts.get.query({ attemptId }, { signal })
    clock.set(attempt.readAt)
    return attempt
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
  let unsaved: ByPosition<Answer | null> = typed.get(name) ?? {}
  const ofServer = Object.fromEntries(saved.map(({ position, answer }) => [position, answer]))
  const store = createStore<Answers>({
    given: { ...ofServer, ...unsaved },
    refused: {},
    saving: 'saved',
  })
  const change = (changes: Partial<Answers>) => store.set({ ...store.get(), ...changes })
  let running: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpen = false

  function keep(next: ByPosition<Answer | null>): void {
    unsaved = next
    typed.set(name, unsaved)
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
        await lyceum.attempts.save.mutate({ attemptId, answers: list })
      } catch (error) {
        const wrong = refusalsOf(error, list)
        if (Object.keys(wrong).length > 0) {
          // The others are saved without them.
          change({ refused: { ...store.get().refused, ...wrong } })
          keep(without(unsaved, ([at, one]) => at in wrong && sent[at] === one))
          continue
        }
        if (isLyceumError(error, 'attempts.save') && error.name === 'AttemptOver') {
          typed.remove(name)
          change({ saving: 'over' })
        } else {
          change({ saving: 'failed' })
          if (isOpen) saveIn(retryMilliseconds)
        }
        return false
      }
      // What was changed meanwhile goes with the next turn.
      keep(without(unsaved, ([at, one]) => sent[at] === one))
    }
    typed.remove(name)
    change({ saving: 'saved' })
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
    store,
    set(position: number, answer: Answer | null): void {
      const { given, refused } = store.get()
      keep({ ...unsaved, [position]: answer })
      change({
        given: { ...given, [position]: answer },
        refused: without(refused, ([at]) => at === String(position)),
        saving: 'waiting',
      })
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
  }
}

function without<Value>(all: ByPosition<Value>, isOut: (entry: [string, Value]) => boolean) {
  return Object.fromEntries(Object.entries(all).filter((entry) => !isOut(entry)))
}

/** By position. The server names answers by their place in what was sent: `answers.0.answer.text`. */
function refusalsOf(error: unknown, sent: readonly { position: number }[]): ByPosition<Refusal> {
  const issues = isLyceumError(error) ? error.issues : []
  const refusals = Object.entries(textsOfFields(error)).flatMap(([path, why]) => {
    const one = sent[Number(/^answers\.(\d+)/.exec(path)?.[1])]
    const { readings = [] } = issues.find((issue) => issue.path === path) ?? {}
    return one === undefined ? [] : [[one.position, { why, readings }]]
  })
  return Object.fromEntries(refusals)
}
