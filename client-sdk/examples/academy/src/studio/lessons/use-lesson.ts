import { type DraftLesson, isLyceumError, type UpdateLessonInput } from '@lyceum/sdk'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { lyceum } from '../../lyceum.ts'
import { isAboutFields, messageOf, textsOfFields } from '../../ui/error-text.ts'

export type LessonPatch = Omit<UpdateLessonInput, 'courseId' | 'key' | 'revision' | 'newKey'>

export type SaveState =
  | { name: 'saved' | 'waiting' | 'saving' | 'offline' }
  /** The server does not take it as it is. */
  | { name: 'refused'; message: string }
  | { name: 'conflict'; theirs: DraftLesson }

const pauseMilliseconds = 800
const retryMilliseconds = 5_000

/**
 * A lesson while it is written: each change is saved a moment later. What somebody else changed
 * meanwhile is taken over where it does not touch the same fields, and otherwise left to the author.
 */
export function useLesson(courseId: string, loaded: DraftLesson) {
  const [state, setState] = useState<SaveState>({ name: 'saved' })
  const [lesson, setLesson] = useState(loaded)
  /** Rises when all fields have to show other values. */
  const [edition, setEdition] = useState(0)
  const now = useRef({
    base: loaded,
    changes: {} as LessonPatch,
    timer: 0,
    isSaving: false,
  }).current

  function schedule(milliseconds: number): void {
    clearTimeout(now.timer)
    now.timer = window.setTimeout(() => void save(), milliseconds)
  }

  function change(values: LessonPatch): void {
    const changed = Object.entries(values).filter(([name]) => differs(values, lesson, name))
    if (changed.length === 0) return
    Object.assign(now.changes, Object.fromEntries(changed))
    setLesson({ ...lesson, ...Object.fromEntries(changed) } as DraftLesson)
    if (state.name === 'conflict') return
    setState({ name: 'waiting' })
    schedule(pauseMilliseconds)
  }

  async function save(): Promise<void> {
    clearTimeout(now.timer)
    if (now.isSaving || Object.keys(now.changes).length === 0) return
    const sent = now.changes
    const { key, revision } = now.base
    now.changes = {}
    now.isSaving = true
    setState({ name: 'saving' })
    try {
      const saved = await lyceum.drafts.updateLesson.mutate({ courseId, key, revision, ...sent })
      now.base = { ...now.base, ...sent, ...saved } as DraftLesson
      setState({ name: 'saved' })
    } catch (error) {
      now.changes = { ...sent, ...now.changes }
      await settle(error)
    } finally {
      now.isSaving = false
    }
    if (Object.keys(now.changes).length > 0 && now.base.revision !== revision) await save()
  }

  async function settle(error: unknown): Promise<void> {
    if (isLyceumError(error) && error.name === 'DraftChanged') return meet().catch(settle)
    if (!isRefusal(error)) {
      setState({ name: 'offline' })
      return schedule(retryMilliseconds)
    }
    const fields = Object.entries(isAboutFields(error) ? textsOfFields(error) : {})
    const message = fields.map(([path, text]) => `${path}: ${text}`).join(' ')
    setState({ name: 'refused', message: message || messageOf(error) })
  }

  async function meet(): Promise<void> {
    const theirs = await lyceum.drafts.getLesson.query({ courseId, key: now.base.key })
    const touched = Object.keys(now.changes).filter((name) => differs(theirs, now.base, name))
    if (touched.some((name) => differs(theirs, now.changes, name)))
      setState({ name: 'conflict', theirs })
    else takeOver(theirs)
  }

  /** Goes on from what is stored, with one's own changes on top. */
  function takeOver(theirs: DraftLesson): void {
    now.base = theirs
    setLesson({ ...theirs, ...now.changes } as DraftLesson)
    setEdition((before) => before + 1)
    setState({ name: 'saved' })
    schedule(0)
  }

  function resolve(theirs: DraftLesson, choice: 'mine' | 'theirs'): void {
    if (choice === 'theirs') now.changes = {}
    takeOver(theirs)
  }

  const isUnsaved = () => Object.keys(now.changes).length > 0 || now.isSaving
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: isUnsaved })
  const leave = useEffectEvent(async () => {
    await save()
    // Other pages show the lesson as it was.
    await queryClient.invalidateQueries()
  })
  useEffect(() => () => void leave(), [])

  return { lesson, state, edition, change, save, resolve }
}

/** Whether it is no use to send the same again: not so without a network, a login, or time. */
function isRefusal(error: unknown): boolean {
  const { status } = isLyceumError(error) ? error : {}
  return status !== undefined && status < 500 && ![401, 408, 429].includes(status)
}

export function differs(left: object, right: object, name: string): boolean {
  const [one, other] = [left, right].map((of) => (of as Record<string, unknown>)[name])
  return JSON.stringify(one) !== JSON.stringify(other)
}
