import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView } from '@codemirror/view'
import { element, Shown } from './shown.ts'
import { treeOf } from './syntax.ts'

/** Files on their way that were pasted or dropped at once. */
interface Batch {
  id: symbol
  label: string
  at: number
}

const begin = StateEffect.define<Batch>()
const end = StateEffect.define<symbol>()

/** Tracks where files that are still uploading belong, whatever is typed meanwhile. */
const batches = StateField.define<readonly Batch[]>({
  create: () => [],
  update(before, { changes, effects }) {
    let now = before.map((batch) => ({ ...batch, at: changes.mapPos(batch.at, -1) }))
    for (const effect of effects) {
      if (effect.is(begin)) now = [...now, effect.value]
      if (effect.is(end)) now = now.filter(({ id }) => id !== effect.value)
    }
    return now
  },
})

const placeholder = ({ at, label }: Batch) =>
  Decoration.widget({ widget: new Shown(label, () => element('span', 'cm-aside', label)) }).range(
    at,
  )

export const pendingFiles = [
  batches,
  EditorView.decorations.compute([batches], (state) =>
    Decoration.set(state.field(batches).map(placeholder), true),
  ),
]

/** Shows a placeholder, and puts what becomes of the files in its place: a paragraph for each. */
export async function insertFiles(
  view: EditorView,
  at: number,
  { label, texts }: { label: string; texts: Promise<readonly string[]> },
): Promise<void> {
  const id = Symbol(label)
  view.dispatch({ effects: begin.of({ id, label, at }) })
  const inserted = await texts
  const batch = view.state.field(batches).find((one) => one.id === id)
  const changes =
    batch === undefined || inserted.length === 0
      ? []
      : ownParagraphs(view.state, batch.at, inserted.join('\n\n'))
  view.dispatch({ effects: end.of(id), changes })
}

export function ownParagraphs(state: EditorState, at: number, text: string) {
  const from = endOfBlock(state, at)
  const [before, after] = [state.sliceDoc(0, from), state.sliceDoc(from)]
  const lead = before.trim() === '' ? '' : missing(/\n*$/.exec(before)?.[0])
  const trail = after.trim() === '' ? '' : missing(/^\n*/.exec(after)?.[0])
  return { from, insert: lead + text + trail }
}

const missing = (breaks = '') => '\n'.repeat(Math.max(0, 2 - breaks.length))

/** The end of the paragraph, list or table around a place; the place itself where one begins. */
function endOfBlock(state: EditorState, at: number): number {
  let node = treeOf(state, state.doc.length).resolveInner(at, -1)
  while (node.parent?.parent) node = node.parent
  const isInside = node.parent !== null && node.from < at && at <= node.to
  return isInside ? node.to : at
}

/** The least that makes one text of another: what is typed at other places keeps its place. */
export function changeTo(text: string, next: string) {
  let from = 0
  while (from < Math.min(text.length, next.length) && text[from] === next[from]) from++
  let cut = 0
  const most = Math.min(text.length, next.length) - from
  while (cut < most && text.at(-1 - cut) === next.at(-1 - cut)) cut++
  return { from, to: text.length - cut, insert: next.slice(from, next.length - cut) }
}
