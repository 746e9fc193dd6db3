import { MdxFault } from './mdx-literal.ts'
import type { MdxTag } from './mdx-tags.ts'
import type { MdxToken } from './mdx-tokens.ts'

export interface PlacedMessage {
  /** 1-based. */
  line: number
  message: string
}

interface Place {
  line: number
  at: number
}

/** The parts of a page for several frameworks, only one of which is shown. */
export interface FrameworkParts {
  /** Whether the text here is left out. */
  isHidden(): boolean
  /** @throws MdxFault */
  turn(token: Extract<MdxToken, { kind: 'if' | 'else' | 'end' }>, line: number): void
  /**
   * Turns a `<pt>` or `<tf>`, which is shown, or not, like a `{#if}` of the framework.
   * @throws MdxFault
   */
  turnPart(tag: MdxTag, place: Place): void
  /** Turns a `<frameworkcontent>`, which holds such parts; returns a message if none is shown. */
  turnContent(tag: MdxTag, line: number): PlacedMessage | undefined
  unclosed(): PlacedMessage[]
}

/** A `{#if}` or `<pt>`: whether its part is shown, and whether an earlier one was. */
interface Branch {
  /** Undefined for `{#if}`. */
  tag: string | undefined
  line: number
  isShown: boolean
  wasShown: boolean
}

const maxNested = 20
const frameworks = new Set(['pt', 'tf', 'jax'])

export function isPart({ name }: MdxTag): boolean {
  return frameworks.has(name)
}

export function createFrameworkParts(framework: string): FrameworkParts {
  const branches: Branch[] = []
  const contents: { line: number; wasShown: boolean }[] = []

  const open = (tag: string | undefined, named: string, { line, at }: Place): void => {
    if (branches.length === maxNested)
      throw new MdxFault(at, 'these parts are nested too deeply: make them simpler')
    const isShown = named === framework
    branches.push({ tag, line, isShown, wasShown: isShown })
  }
  return {
    isHidden: () => branches.some(({ isShown }) => !isShown),
    turn: (token, line) => {
      const { at } = token
      if (token.kind === 'if') {
        open(undefined, token.framework, { line, at })
        return
      }
      const branch = branches.at(-1)
      if (branch === undefined || branch.tag !== undefined)
        throw new MdxFault(at, `${token.text} has no {#if} before it: add it, or remove this`)
      if (token.kind === 'end') {
        branches.pop()
        return
      }
      const fits = token.framework === undefined || token.framework === framework
      branch.isShown = fits && !branch.wasShown
      branch.wasShown ||= branch.isShown
    },
    turnPart: ({ name, kind }, place) => {
      if (kind === 'open') {
        open(name, name, place)
        const around = contents.at(-1)
        if (around !== undefined) around.wasShown ||= name === framework
      } else if (kind === 'close') {
        if (branches.at(-1)?.tag !== name) {
          const message = `</${name}> has no <${name}> before it: add it, or remove this`
          throw new MdxFault(place.at, message)
        }
        branches.pop()
      }
    },
    turnContent: ({ kind }, line) => {
      if (kind === 'open') contents.push({ line, wasShown: false })
      const content = kind === 'close' ? contents.pop() : undefined
      if (content === undefined || content.wasShown) return undefined
      const message = `nothing of this <frameworkcontent> is shown: it has no <${framework}>`
      return { line: content.line, message }
    },
    unclosed: () =>
      branches.map(({ tag, line }) => {
        const [opening, closing] =
          tag === undefined ? ['{#if}', '{/if}'] : [`<${tag}>`, `</${tag}>`]
        return { line, message: `this ${opening} has no ${closing}: add it` }
      }),
  }
}
