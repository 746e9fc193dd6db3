import { type Answer, type Attempt, isLyceumError } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { textsOfFields } from '../../ui/error-text.ts'
import { createStore } from '../../ui/store.ts'
import { toast } from '../../ui/toasts.ts'
import { clock } from './clock.ts'
import { type ByPosition, changeDrafts, type Draft, readDrafts, without } from './drafts.ts'

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

interface Answers {
  given: ByPosition<Answer | null>
  refused: ByPosition<Refusal>
  saving: 'saved' | 'waiting' | 'failed' | 'over'
  /** As it is by now: staff may give time, and take it back. */
  deadlineAt: string | null
  /** How often an answer from elsewhere took the place of the one that is shown. */
  replaced: ByPosition<number>
}

const delayMilliseconds = 700
const retryMilliseconds = 5_000
const lookMilliseconds = 30_000

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
export function createAnswers({ id: attemptId, answers: saved, deadlineAt }: Attempt) {
  let unsaved = readDrafts(attemptId)
  const ofServer = Object.fromEntries(saved.map(({ position, answer }) => [position, answer]))
  const store = createStore<Answers>({
    given: { ...ofServer, ...answersOf(unsaved) },
    refused: {},
    saving: 'saved',
    deadlineAt,
    replaced: {},
  })
  const change = (changes: Partial<Answers>) => store.set({ ...store.get(), ...changes })
  let running: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpen = false

  function saveIn(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(flush, milliseconds)
  }

  async function save(): Promise<boolean> {
    while (Object.keys(unsaved).length > 0) {
      const sent = unsaved
      const list = Object.entries(sent).map(([at, draft]) => ({ position: Number(at), ...draft }))
      try {
        const { stale, ...stored } = await lyceum.attempts.save.mutate({ attemptId, answers: list })
        // What was changed meanwhile goes with the next turn.
        unsaved = without(unsaved, ([at, one]) => sent[at] === one)
        changeDrafts(attemptId, { removed: sent })
        noteDeadline(stored.deadlineAt)
        if (stale.length > 0) await showStanding(stale)
      } catch (error) {
        const wrong = refusalsOf(error, list)
        if (Object.keys(wrong).length > 0) {
          // The others are saved without them, and they stay on the device.
          change({ refused: { ...store.get().refused, ...wrong } })
          unsaved = without(unsaved, ([at, one]) => at in wrong && sent[at] === one)
          continue
        }
        // What came too late stays on the device: the result shows it.
        if (isLyceumError(error, 'attempts.save') && error.name === 'AttemptOver')
          change({ saving: 'over' })
        else {
          change({ saving: 'failed' })
          if (isOpen) saveIn(retryMilliseconds)
        }
        return false
      }
    }
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

  /** Another tab or device has a newer answer, which counts. */
  async function showStanding(positions: readonly number[]): Promise<void> {
    const { answers } = await lyceum.attempts.get.query({ attemptId })
    const [given, replaced] = [{ ...store.get().given }, { ...store.get().replaced }]
    for (const at of positions.filter((one) => unsaved[one] === undefined)) {
      given[at] = answers.find(({ position }) => position === at)?.answer ?? null
      replaced[at] = (replaced[at] ?? 0) + 1
    }
    change({ given, replaced })
    toast({ tone: 'bad', text: t('quiz.stale') })
  }

  function noteDeadline(next: string | null): void {
    const before = store.get().deadlineAt
    if (before === next) return
    change({ deadlineAt: next })
    if (before === null || next === null) return
    const isLater = next > before
    toast({ tone: isLater ? 'good' : 'bad', text: t(isLater ? 'quiz.moreTime' : 'quiz.lessTime') })
  }

  /** Whether it runs, and until when. Without a network that is not known. */
  async function look(): Promise<void> {
    const attempt = await lyceum.attempts.get.query({ attemptId }).catch(() => undefined)
    if (attempt === undefined) return
    clock.set(attempt.readAt)
    noteDeadline(attempt.deadlineAt)
    if (attempt.status !== 'open') change({ saving: 'over' })
  }

  return {
    store,
    set(position: number, answer: Answer | null): void {
      const { given, refused } = store.get()
      const draft = { answer, number: lyceum.nextAnswerNumber(attemptId) }
      unsaved = { ...unsaved, [position]: draft }
      changeDrafts(attemptId, { added: { [position]: draft } })
      change({
        given: { ...given, [position]: answer },
        refused: without(refused, ([at]) => at === String(position)),
        saving: 'waiting',
      })
      saveIn(delayMilliseconds)
    },
    flush,
    look,
    /** Returns what ends it: all is saved once more, and what fails waits for the next form. */
    open() {
      isOpen = true
      const flushNow = () => void flush()
      document.addEventListener('visibilitychange', flushNow)
      const looking = setInterval(() => {
        if (deadlineAt !== null && document.visibilityState === 'visible') void look()
      }, lookMilliseconds)
      return () => {
        isOpen = false
        clearInterval(looking)
        document.removeEventListener('visibilitychange', flushNow)
        flushNow()
      }
    },
  }
}

function answersOf(drafts: ByPosition<Draft>): ByPosition<Answer | null> {
  return Object.fromEntries(Object.entries(drafts).map(([at, { answer }]) => [at, answer]))
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
