import { type DraftLesson, isLyceumError } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { queryClient } from '../../base/query-client.ts'
import { lyceum } from '../../lyceum.ts'
import { isReaderHere } from '../../session/session-end.ts'
import { messageOf } from '../../ui/error-text.ts'
import { textsOfFields } from '../../ui/field-texts.ts'
import { createStore } from '../../ui/store.ts'
import { forgetLesson, keepLesson, takeLeft } from './kept-lessons.ts'
import {
  differs,
  isRefusal,
  type LessonPatch,
  type Refusals,
  refuse,
  sendable,
  type Texts,
  textsOfRefusals,
  without,
} from './refusals.ts'

type SaveState =
  | { name: 'saved' | 'waiting' | 'saving' | 'offline' }
  /** The server refuses part of it; `message` adds to what the fields say. */
  | { name: 'refused'; message?: string }
  | { name: 'conflict'; theirs: DraftLesson }

interface Shown {
  lesson: DraftLesson
  state: SaveState
  /** The server's refusals, by path. */
  refused: Texts
  /** Rises when all fields must show new values. */
  edition: number
  /** Whether it holds changes from before the page was opened. */
  isBack: boolean
}

const pauseMilliseconds = 800
const retryMilliseconds = 5_000
const drafts = new Map<string, LessonDraft>()

/** Opens a lesson as this tab edits it: the same on every page, until the tab closes. */
export function openDraft(courseId: string, loaded: DraftLesson): LessonDraft {
  const id = `${courseId}.${loaded.key}`
  const draft = drafts.get(id) ?? createDraft(courseId, loaded)
  drafts.set(id, draft)
  draft.refresh(loaded)
  return draft
}

/** Returns the unsaved lesson when its page cannot be loaded. */
export function findUnsaved(courseId: string, key: string): DraftLesson | undefined {
  const draft = drafts.get(`${courseId}.${key}`)
  return draft?.isUnsaved() ? draft.get().lesson : undefined
}

type LessonDraft = ReturnType<typeof createDraft>

/**
 * A lesson being edited: each change is kept on the device at once, and saved a moment later. Other
 * authors' changes are merged where they touch other fields; otherwise the author decides.
 */
function createDraft(courseId: string, loaded: DraftLesson) {
  const { key } = loaded
  const store = createStore<Shown>({
    lesson: loaded,
    state: { name: 'saved' },
    refused: {},
    edition: 0,
    isBack: false,
  })
  let base = loaded
  let changes: LessonPatch = {}
  let refusals: Refusals = {}
  /** Sent without an answer: it may be what is stored now. */
  let unanswered: LessonPatch[] = []
  let isKept = true
  let timer = 0
  let saving: Promise<void> | undefined

  const show = (part: Partial<Shown>) => store.set({ ...store.get(), ...part })
  const hasChanges = () => Object.keys(changes).length > 0
  const isUnsaved = () => hasChanges() || saving !== undefined

  function schedule(milliseconds: number): void {
    clearTimeout(timer)
    timer = window.setTimeout(() => void save(), milliseconds)
  }

  function keep(): void {
    const before = Object.fromEntries(
      Object.keys(changes).map((name) => [name, valueIn(base, name)]),
    )
    const title = store.get().lesson.title || base.title
    if (hasChanges())
      isKept = keepLesson({ courseId, key, title, revision: base.revision, base: before, changes })
    else forgetLesson({ courseId, key })
  }

  function change(values: LessonPatch): void {
    const { lesson, state, refused } = store.get()
    const changed = Object.entries(values).filter(([name]) => differs(values, lesson, name))
    if (changed.length === 0) return
    changes = { ...changes, ...Object.fromEntries(changed) }
    const names = changed.map(([name]) => name)
    refusals = {}
    show({ lesson: { ...lesson, ...changes } as DraftLesson, refused: without(refused, names) })
    keep()
    if (state.name === 'conflict') return
    show({ state: { name: 'waiting' } })
    schedule(pauseMilliseconds)
  }

  function save(): Promise<void> {
    clearTimeout(timer)
    saving ??= saveAll().finally(() => {
      saving = undefined
    })
    return saving
  }

  async function saveAll(): Promise<void> {
    while (store.get().state.name !== 'conflict') {
      const sent = sendable(changes, refusals, base)
      const known = refusals
      if (Object.keys(sent).length === 0) return rest()
      if (!isReaderHere()) return wait()
      show({ state: { name: 'saving' } })
      try {
        const { revision } = base
        const saved = await lyceum.drafts.updateLesson.mutate({ courseId, key, revision, ...sent })
        base = { ...base, ...sent, ...saved } as DraftLesson
        acknowledge(sent)
      } catch (error) {
        if (!(await settle(error, sent, known))) return
      }
    }
  }

  function acknowledge(stored: object): void {
    unanswered = []
    const left = Object.entries(changes).filter(
      ([name]) => !(name in stored) || differs(changes, stored, name),
    )
    changes = Object.fromEntries(left)
    keep()
    // Other pages show the lesson as it was.
    queryClient.removeQueries({ type: 'inactive' })
    // Its problems may be others now.
    const { queryKey } = queryOptions(lyceum.drafts.problems, { courseId, key })
    void queryClient.invalidateQueries({ queryKey })
  }

  function rest(): void {
    const refused = textsOfRefusals(refusals)
    show({ refused, state: { name: hasChanges() ? 'refused' : 'saved' } })
    if (!hasChanges()) void bringBack()
  }

  function wait(): void {
    show({ state: { name: 'offline' } })
    schedule(retryMilliseconds)
  }

  /** Handles a failed save; returns whether to send again at once. */
  async function settle(error: unknown, sent: LessonPatch, known: Refusals): Promise<boolean> {
    if (isLyceumError(error) && error.name === 'DraftChanged')
      return lyceum.drafts.getLesson
        .query({ courseId, key })
        .then(meet, (failure) => settle(failure, sent, known))
    if (!isRefusal(error)) {
      unanswered = [...unanswered, sent].slice(-50)
      wait()
      return false
    }
    // Input typed meanwhile may be right.
    if (refusals !== known) return true
    const refused = refuse(known, sent, textsOfFields(error))
    refusals = refused ?? known
    if (refused !== undefined) return true
    show({ state: { name: 'refused', message: messageOf(error) } })
    return false
  }

  /** Continues from the stored lesson, unless somebody else changed the same fields. */
  function meet(theirs: DraftLesson): boolean {
    const isOther = (name: string) =>
      theirs.revision !== base.revision &&
      [base, changes, ...unanswered].every((own) => differs(theirs, own, name))
    if (Object.keys(changes).some(isOther)) {
      show({ state: { name: 'conflict', theirs } })
      return false
    }
    takeOver(theirs)
    return true
  }

  function takeOver(theirs: DraftLesson): void {
    base = theirs
    acknowledge(theirs)
    show({
      lesson: { ...theirs, ...changes } as DraftLesson,
      edition: store.get().edition + 1,
      state: { name: hasChanges() ? 'waiting' : 'saved' },
    })
  }

  function resolve(theirs: DraftLesson, choice: 'mine' | 'theirs'): void {
    if (choice === 'theirs') changes = {}
    refusals = {}
    takeOver(theirs)
    schedule(0)
  }

  function discard(): void {
    changes = {}
    refusals = {}
    takeOver(base)
    show({ refused: {}, isBack: false })
  }

  /** Restores what a tab had not saved when it was closed. */
  async function bringBack(): Promise<void> {
    const kept = await takeLeft({ courseId, key }, () => !hasChanges())
    if (kept === undefined) return
    const theirs = base
    changes = kept.changes
    base = { ...theirs, ...kept.base, revision: kept.revision } as DraftLesson
    const lesson = { ...theirs, ...changes } as DraftLesson
    show({ lesson, isBack: true, edition: store.get().edition + 1 })
    if (meet(theirs)) schedule(0)
  }

  /** Takes over a fresh read, unless there are unsaved changes to the previous one. */
  function refresh(read: DraftLesson): void {
    if (isUnsaved()) return
    base = read
    store.set({ ...store.get(), lesson: read, isBack: false })
    void bringBack()
  }

  const { get, subscribe } = store
  return {
    get,
    subscribe,
    change,
    save,
    resolve,
    discard,
    refresh,
    isUnsaved,
    isKept: () => isKept,
  }
}

const valueIn = (lesson: object, name: string) => (lesson as Record<string, unknown>)[name]
