import type { Reading } from './arguments.ts'
import type { Mirror } from './operations/mirror.ts'
import type { CommandResult } from './output.ts'

/** An argument or option, as the help shows it. */
export type Described = readonly [flags: string, about: string, more?: More]

interface More {
  /** How to read it. Default: as typed. */
  as?: Reading
  default?: string
  example?: string
  choices?: readonly string[]
  required?: true
  /** Whether it may be given more than once: its value is a list. */
  repeated?: true
  conflicts?: string[]
  /** The operation's input field; without one, the operation does not get it. */
  field?: string
  /** Set where the operation takes the id of the thing it names. */
  finds?: Finding
}

/** A published course, or any course. */
export type Finding = 'user' | 'cohort' | 'course' | 'publishedCourse' | 'apiKey'

/**
 * Takes the service's data, then the arguments, then the options. Returns undefined if the result
 * is written already.
 */
export type Action = (...given: never[]) => Promise<CommandResult | undefined>

/** Asked at the terminal about the arguments and options, before the data is opened. */
export interface Question {
  /** Undefined where nothing is lost. */
  asks: string | ((...given: never[]) => string | undefined)
  /** The word to type to continue. */
  word: string | ((...given: never[]) => string)
}

/** A command or group of commands; all of it is in the help. */
export interface CommandEntry {
  name: string
  about: string
  arguments?: readonly Described[]
  options?: readonly Described[]
  /**
   * Its effect cannot be undone: it asks first, unless --yes is given, and with --dry-run all that
   * it writes is rolled back. `rehearsed` has no --yes; `shown` does both itself, once it has shown
   * the effect.
   */
  care?: Question | 'rehearsed' | 'shown'
  /** Shown before the examples. */
  notes?: string
  /**
   * Written without the names of the commands; text that is no such command stays as it is.
   * Default: what is needed, each by its example.
   */
  examples?: readonly string[]
  /** Names the operation whose input it takes, by its path in the router. */
  operation?: string
  /** Performs that operation. */
  mirror?: Mirror
  /** Loads the action of any other command: the help loads nothing of the service. */
  run?: () => Promise<Action>
  /** Set if it gets no data: it needs none, or opens it after checking its arguments. */
  opensItself?: true
  /** Set if it opens data that was written with other keys. */
  acceptsOtherKeys?: true
  commands?: readonly CommandEntry[]
}

export const dryRun: Described = ['--dry-run', 'show the effect, and change nothing']
