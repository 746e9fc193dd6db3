import type { CreateLessonInput, DraftLesson, Lesson, LessonPreview } from '@lyceum/sdk'
import type { ComponentType } from 'react'
import type { Player } from '../learn/courses/use-player.ts'
import type { LessonPatch } from '../studio/lessons/refusals.ts'

export type LessonType = Lesson['type']
/** A field of lessons that belongs to those of one type. */
export type OwnField = LessonType & keyof CreateLessonInput

type Of<Lessons, Type> = Extract<Lessons, { type: Type }>

/**
 * A type of lesson, to read, write and preview. Learners and authors share these files: large parts
 * are loaded by those who need them.
 */
export interface LessonParts<Type extends LessonType> {
  /** Shows learners what it has beside its text; null if that is nothing. */
  Body: ComponentType<{ lesson: Of<Lesson, Type>; player: Player }> | null
  isAboveText?: true
  completesBy: 'button' | 'pass' | 'course'
  /** Loads what shows it, before the network is gone. */
  readAhead?: (() => Promise<void> | undefined) | undefined
  /** Reads nothing ahead: the lesson needs a network anyway. */
  isOnlineOnly?: true
  /** Asks its author for what it has beside its text. */
  Fields: ComponentType<{
    lesson: Of<DraftLesson, Type>
    onChange: (patch: LessonPatch) => void
  }> | null
  /** Shows the same to its author in the preview. */
  Preview: ComponentType<{ lesson: Of<LessonPreview, Type> }> | null
  /** Fills what a new one must have; null for a type that authors do not choose. */
  start: (() => Partial<Pick<CreateLessonInput, OwnField>>) | null
}
