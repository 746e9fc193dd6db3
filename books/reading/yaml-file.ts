import {
  CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type ParsedNode,
  Parser,
  parseDocument,
  visit,
} from 'yaml'
import { CourseFolderError, mistake, type Problem } from './course-folder-error.ts'

// A course needs five levels and a thousand lessons. The YAML composer recurses and compares every
// key with every other: two kilobytes of nested `? ? ?` end the process, and a megabyte of keys
// takes minutes.
const MAX_DEPTH = 32
const MAX_ENTRIES = 2000
// Bounds the rest that makes it slow: a thousand lessons have some 70,000 lexemes, and no mistakes.
const MAX_LEXEMES = 200_000
const MAX_MISTAKES = 100

type Path = readonly PropertyKey[]

/** A YAML text as plain values whose places in the file can be looked up. */
export interface YamlFile {
  file: string
  value: unknown
  /** Returns the place of the field or entry at `path`. */
  placeOf(path: Path): YamlPlace
}

export interface YamlPlace {
  /** 1-based. */
  line: number
  /**
   * Sorts places in the order of the file. Something missing is placed at the end of whatever
   * should contain it.
   */
  order: number
}

/**
 * Parses one YAML document.
 * @param options.lastKeyWins Where tools of the format read a key that stands twice like this
 * @throws CourseFolderError when the text is malformed or unreasonably large.
 */
export function readYaml(
  file: string,
  text: string,
  { lastKeyWins = false }: { lastKeyWins?: boolean } = {},
): YamlFile {
  const lineCounter = new LineCounter()
  const lineAt = (offset: number) => Math.max(1, lineCounter.linePos(offset).line)
  const refuse = (offset: number, message: string) => mistake(file, lineAt(offset), message)

  const excess = findExcess(text, lineCounter.addNewLine)
  if (excess !== undefined)
    throw refuse(excess, 'this is nested too deeply or has too many entries: make it simpler')

  const document = parseDocument(text, {
    stringKeys: true,
    prettyErrors: false,
    resolveKnownTags: false,
    uniqueKeys: !lastKeyWins,
  })
  const problems = [...document.errors, ...document.warnings]
    .sort((one, other) => one.pos[0] - other.pos[0])
    .map(({ code, message, pos: [offset] }): Problem => {
      const problem =
        code === 'MULTIPLE_DOCS'
          ? 'a second YAML document starts here: remove it, only one is read'
          : `this is not valid YAML: ${message}`
      return { file, line: lineAt(offset), message: problem }
    })
  if (problems.length > 0) throw new CourseFolderError(firstOfEachLine(problems))

  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 })
    const placeOf = (path: Path): YamlPlace => {
      const { offset, order } = locate(document, path)
      return { line: lineAt(offset), order }
    }
    return { file, value, placeOf }
  } catch {
    const alias = findSuspiciousAlias(document)
    throw refuse(
      alias.offset,
      alias.isUnknown
        ? 'this alias (*) has no anchor (&) before it: add one, or write the value itself'
        : 'aliases (*) are used too often: write the values themselves',
    )
  }
}

/** Keeps the first problem of each line: one slip often makes the parser complain several times. */
function firstOfEachLine(problems: Problem[]): Problem[] {
  return [...Map.groupBy(problems, ({ line }) => line).values()].flatMap(([first]) =>
    first === undefined ? [] : [first],
  )
}

/** Returns the offset of what is too deep or too much, before parsing much beyond it. */
function findExcess(text: string, onNewLine: (offset: number) => void): number | undefined {
  const parser = new Parser(onNewLine)
  let lexemes = 0
  let mistakes = 0
  const findIn = (tokens: Iterable<CST.Token>): number | undefined => {
    for (const token of tokens) {
      const excess = token.type === 'document' ? findExcessIn(token.value, 1) : undefined
      if (excess !== undefined) return excess
      if (!['comment', 'newline', 'space'].includes(token.type)) mistakes += 1
    }
    return lexemes > MAX_LEXEMES || mistakes > MAX_MISTAKES ? parser.offset : undefined
  }

  onNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1
    const open = parser.stack.filter(CST.isCollection)
    // An entry that is only begun may turn out to be none.
    const full = open.find(({ items }) => items.length > MAX_ENTRIES + 1)
    const excess = (full ?? open[MAX_DEPTH])?.offset ?? findIn(parser.next(lexeme))
    if (excess !== undefined) return excess
  }
  return findIn(parser.end())
}

function findExcessIn(token: CST.Token | null | undefined, depth: number): number | undefined {
  if (!CST.isCollection(token)) return undefined
  if (depth > MAX_DEPTH || token.items.length > MAX_ENTRIES) return token.offset

  for (const { key, value } of token.items) {
    const excess = findExcessIn(key, depth + 1) ?? findExcessIn(value, depth + 1)
    if (excess !== undefined) return excess
  }
  return undefined
}

/**
 * Returns the offset of a field's name; for a missing field, that of the nearest thing around it.
 */
function locate(document: Document.Parsed, path: Path): { offset: number; order: number } {
  let node: ParsedNode | null = document.contents
  let offset = node?.range[0] ?? 0
  for (const step of path) {
    if (isMap<ParsedNode, ParsedNode | null>(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step)
      if (pair === undefined) return { offset, order: node.range?.[1] ?? offset }
      offset = pair.key.range[0]
      node = pair.value
    } else if (isSeq<ParsedNode>(node) && typeof step === 'number') {
      node = node.items[step] ?? null
      offset = node?.range[0] ?? offset
    } else break
  }
  return { offset, order: offset }
}

/**
 * Returns the first alias without an anchor before it. If each has one, they multiply, and it
 * returns the first alias of all.
 */
function findSuspiciousAlias(document: Document.Parsed): { offset: number; isUnknown: boolean } {
  const anchors = new Set<string>()
  let first: number | undefined
  let unknown: number | undefined
  visit(document, {
    Node(_, node) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.add(node.anchor)
        return undefined
      }
      first ??= node.range?.[0]
      if (anchors.has(node.source)) return undefined
      unknown = node.range?.[0]
      return visit.BREAK
    },
  })
  return { offset: unknown ?? first ?? 0, isUnknown: unknown !== undefined }
}
