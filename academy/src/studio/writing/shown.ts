import { type EditorView, WidgetType } from '@codemirror/view'

/** Something that stands in the place of what is written, or beside it. */
export class Shown extends WidgetType {
  readonly written: string
  readonly draw: (view: EditorView) => HTMLElement
  constructor(written: string, draw: (view: EditorView) => HTMLElement) {
    super()
    this.written = written
    this.draw = draw
  }
  override eq({ written }: Shown): boolean {
    return written === this.written
  }
  override toDOM(view: EditorView): HTMLElement {
    return this.draw(view)
  }
  // A click moves the cursor there, which shows what is written.
  override ignoreEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('button') !== null
  }
}

export function element(name: string, className: string, ...children: (Node | string)[]) {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}
