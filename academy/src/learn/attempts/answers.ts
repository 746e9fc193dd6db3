import { type Answer, type Attempt, isLyceumError } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { textsOfFields } from '../../ui/field-texts.ts'
import { createStore } from '../../ui/store.ts'
import { toast } from '../../ui/toasts.ts'
import { clock } from './clock.ts'
import { type ByPosition, changeDrafts, type Draft, readDrafts, without } from './drafts.ts'

export interface AnswerFieldProps<Question> {
  question: Question
  answer: Answer | null
  onAnswer: (answer: Answer | null) => void
}

/** Why the server did not store an answer, and how it may be read. */
export interface Refusal {
  why: string
  readings: readonly string[]
}

interface Answers {
  given: ByPosition<Answer | null>
  refused: ByPosition<Refusal>
  saving: 'saved' | 'waiting' | 'failed' | 'over'
  /** The current deadline: staff may give time, and take it back. */
  deadlineAt: string | null
  /** How often a newer answer from elsewhere replaced the one shown. */
  replaced: ByPosition<number>
}

const delayMilliseconds = 700
const retryMilliseconds = 5_000
const lookMilliseconds = 30_000

/** The save on leaving a quiz, which reopening it waits for. */
let lastSave: Promise<unknown> = Promise.resolve()

export const runningAttemptQuery = (attemptId: string) => ({
  ...queryOptions(lyceum.attempts.get, { attemptId }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Attempt> => {
    await lastSave
    const attempt = await lyceum.attempts.get.query({ attemptId }, { signal })
    clock.set(attempt.readAt)
    return attempt
  },
  // Always fetched when the form opens: a copy from before it was left is stale.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/**
 * Holds the answers of a running attempt and saves them while the learner types. Unsaved ones stay
 * on the device, too, so that a reload without a network loses nothing.
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
        // Later changes go with the next turn.
        unsaved = without(unsaved, ([at, one]) => sent[at] === one)
        changeDrafts(attemptId, { removed: sent })
        noteDeadline(stored.deadlineAt)
        if (stale.length > 0) await showStanding(stale)
      } catch (error) {
        const wrong = refusalsOf(error, list)
        if (Object.keys(wrong).length > 0) {
          // The other answers are saved without these, which stay on the device.
          change({ refused: { ...store.get().refused, ...wrong } })
          unsaved = without(unsaved, ([at, one]) => at in wrong && sent[at] === one)
          continue
        }
        // Late answers stay on the device: the result shows them.
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

  /** Saves unsaved answers now. Resolves to whether all are saved. */
  function flush(): Promise<boolean> {
    clearTimeout(timer)
    running ??= save().finally(() => {
      running = undefined
    })
    lastSave = running
    return running
  }
  if (Object.keys(unsaved).length > 0) saveIn(0)

  /** Shows the newer answers of another tab or device, which count. */
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

  /** Checks whether it still runs, and until when. Offline that is unknown. */
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
    /** Returns the clean-up: saves once more, and leaves what fails to the next form. */
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

/** Collects refusals by position; the server names answers by index: `answers.0.answer.text`. */
function refusalsOf(error: unknown, sent: readonly { position: number }[]): ByPosition<Refusal> {
  const issues = isLyceumError(error) ? error.issues : []
  const refusals = Object.entries(textsOfFields(error)).flatMap(([path, why]) => {
    const one = sent[Number(/^answers\.(\d+)/.exec(path)?.[1])]
    const { readings = [] } = issues.find((issue) => issue.path === path) ?? {}
    return one === undefined ? [] : [[one.position, { why, readings }]]
  })
  return Object.fromEntries(refusals)
}
