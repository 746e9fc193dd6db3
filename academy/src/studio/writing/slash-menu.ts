import {
  autocompletion,
  type Completion,
  type CompletionContext,
  pickedCompletion,
} from '@codemirror/autocomplete'
import type { ChangeSet } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { t } from '../../texts/texts.ts'
import { nodeAround } from './acts.ts'
import { inMenu, type Tool, type ToolName, tools } from './tools.ts'

/** A menu of what a line can become: opened by `/` where the line begins. */
export function slashMenu(onTool: (name: ToolName) => void) {
  const options = inMenu.map((name, index): Completion => {
    const { run }: Tool = tools[name]
    function apply(view: EditorView, picked: Completion, from: number, to: number): void {
      // In one step with what was typed to find it.
      const { changes: cleared, state } = view.state.update({ changes: { from: from - 1, to } })
      const { changes, selection, annotations = [] } = run?.(state) ?? {}
      view.dispatch({
        changes: changes ? cleared.compose(changes as ChangeSet) : cleared,
        selection,
        annotations: [pickedCompletion.of(picked), annotations].flat(),
        scrollIntoView: true,
      })
      if (run === undefined) onTool(name)
    }
    return { label: t(`write.${name}`), apply, boost: -index }
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
