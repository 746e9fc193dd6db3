import { typed } from '../../offline/typed.ts'
import { createStore } from '../../ui/store.ts'
import type { LessonPatch } from './refusals.ts'

/** Unsaved changes to a lesson, and what they replace. */
interface KeptLesson {
  courseId: string
  key: string
  title: string
  revision: number
  base: LessonPatch
  changes: LessonPatch
}

/** Each tab keeps its own, so that two tabs in one lesson take nothing from each other. */
const tab = crypto.randomUUID()
const prefix = 'lesson.'
const nameOf = (courseId: string, key: string, of = tab) => `${prefix}${courseId}.${key}.${of}`
const lockOf = (of: string) => `academy.tab.${of}`
let isMarked = false

/** The unsaved lessons of this tab. */
export const keptLessons = createStore<readonly KeptLesson[]>([])

/** Keeps changes on the device; returns whether there was room. */
export function keepLesson(kept: KeptLesson): boolean {
  markAlive()
  keptLessons.set([...withoutLesson(kept), kept])
  return typed.set(nameOf(kept.courseId, kept.key), kept)
}

export function forgetLesson(lesson: Pick<KeptLesson, 'courseId' | 'key'>): void {
  typed.remove(nameOf(lesson.courseId, lesson.key))
  if (keptLessons.get().some((one) => isOf(one, lesson))) keptLessons.set(withoutLesson(lesson))
}

/** Returns the lessons that closed or reloaded tabs left unsaved. */
export async function findLeft(): Promise<Pick<KeptLesson, 'courseId' | 'key'>[]> {
  return (await leftNames()).map(partsOf)
}

/** Takes over a closed tab's changes to a lesson, unless this tab has its own. */
export async function takeLeft(
  lesson: Pick<KeptLesson, 'courseId' | 'key'>,
  isFree: () => boolean = () => true,
): Promise<KeptLesson | undefined> {
  const name = (await leftNames()).find((one) => isOf(partsOf(one), lesson))
  if (name === undefined || !isFree()) return undefined
  const kept = typed.get<KeptLesson>(name)
  typed.remove(name)
  if (kept !== undefined) keepLesson(kept)
  return kept
}

async function leftNames(): Promise<string[]> {
  const names = typed.names(prefix)
  if (names.length === 0) return []
  // Without locks, which need https, each tab may continue what another has begun.
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const alive = new Set([lockOf(tab), ...held.map(({ name }) => name)])
  return names.filter((name) => !alive.has(lockOf(partsOf(name).of)))
}

/** Holds a lock until the tab closes, for whatever reason. */
function markAlive(): void {
  if (isMarked) return
  isMarked = true
  void navigator.locks?.request(lockOf(tab), () => new Promise(() => undefined))
}

function partsOf(name: string) {
  const [courseId = '', key = '', of = ''] = name.slice(prefix.length).split('.')
  return { courseId, key, of }
}

type Lesson = Pick<KeptLesson, 'courseId' | 'key'>
const isOf = (one: Lesson, other: Lesson) =>
  one.courseId === other.courseId && one.key === other.key
const withoutLesson = (lesson: Lesson) => keptLessons.get().filter((one) => !isOf(one, lesson))
