import {
  autocompletion,
  type Completion,
  type CompletionContext,
  pickedCompletion,
} from '@codemirror/autocomplete'
import type { ChangeSet } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { type Act, nodeAround } from './acts.ts'

export interface MenuItem {
  label: string
  /** An act on the text, or one that asks something first. */
  act: Act | (() => void)
}

/** A menu of what a line can become: opened by `/` where the line begins. */
export function slashMenu(items: readonly MenuItem[]) {
  const options = items.map(({ label, act }, index): Completion => {
    function apply(view: EditorView, picked: Completion, from: number, to: number): void {
      const { state } = view
      const annotations = pickedCompletion.of(picked)
      const cleared = state.update({ changes: { from: from - 1, to } })
      if (typeof act === 'function') {
        view.dispatch({ changes: cleared.changes, annotations })
        act()
        return
      }
      // In one step with what was typed to find it.
      const { changes, ...rest } = act.run(cleared.state)
      view.dispatch(rest, { changes: cleared.changes.compose(changes as ChangeSet), annotations })
    }
    return { label, apply, boost: -index }
  })

  function source({ state, pos, explicit }: CompletionContext) {
    const line = state.doc.lineAt(pos)
    const [typed, word = ''] = /^\s*\/([\p{L}\p{N} ]*)$/u.exec(state.sliceDoc(line.from, pos)) ?? []
    const isCode = nodeAround(state, { from: pos, to: pos }, /Code|HTML/) !== undefined
    if (typed === undefined || isCode || state.readOnly) return null
    if (explicit && line.to !== pos) return null
    return { from: pos - word.length, options, validFor: /^[\p{L}\p{N} ]*$/u }
  }
  return autocompletion({ override: [source], icons: false, interactionDelay: 0 })
}
