import type { Reading } from './arguments.ts'
import type { Mirror } from './operations/mirror.ts'
import type { CommandResult } from './output.ts'

/** An argument or an option, as its help shows it. */
export type Described = readonly [flags: string, about: string, more?: More]

interface More {
  /** How it is read; otherwise it is taken as it was typed. */
  as?: Reading
  default?: string
  example?: string
  choices?: readonly string[]
  required?: true
  /** It can be given more than once: its value is a list. */
  repeated?: true
  conflicts?: string[]
  /** The field of the operation's input; left out, the operation does not get it. */
  field?: string
  /** The operation takes the id of what it names. */
  finds?: Finding
}

/** A course that was published, or any that there is. */
export type Finding = 'user' | 'cohort' | 'course' | 'publishedCourse' | 'apiKey'

/**
 * Takes the service's data, then the arguments, then the options. Undefined: the result is written
 * already.
 */
export type Action = (...given: never[]) => Promise<CommandResult | undefined>

/** Asked at the terminal before the data is opened, of the arguments and options. */
export interface Question {
  /** Undefined where nothing is lost. */
  asks: string | ((...given: never[]) => string | undefined)
  /** What to type to continue. */
  word: string | ((...given: never[]) => string)
}

/** A command, or a group of commands; all of it is in the help. */
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
  /** Comes before the examples. */
  notes?: string
  /**
   * Without the names of the commands; one that is no such command stands as it is. Left out: what
   * is needed, each by its example.
   */
  examples?: readonly string[]
  /** The operation whose input it takes, by its path in the router. */
  operation?: string
  /** Does that operation. */
  mirror?: Mirror
  /** Loads what the command does otherwise: the help loads nothing of the service. */
  run?: () => Promise<Action>
  /** It gets no data: it needs none, or opens it once it has looked at what was typed. */
  opensItself?: true
  /** It opens data that was written with other keys. */
  acceptsOtherKeys?: true
  commands?: readonly CommandEntry[]
}

export const dryRun: Described = ['--dry-run', 'show the effect, and change nothing']
