import { type PointerEvent, useRef, useState } from 'react'
import { Markdown } from '../../markdown/markdown.tsx'
import type { Html } from '../../markdown/to-fragment.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { DownIcon, DragIcon, UpIcon } from '../../ui/icons.tsx'
import type { Answer, Question } from './answers.ts'

interface OrderFieldProps {
  question: Extract<Question, { type: 'order' }>
  html: Html
  answer: Answer | null
  onAnswer: (answer: Answer) => void
}

/** Things to put in order: by dragging them, or by the buttons beside them. */
export function OrderField({ question, html, answer, onAnswer }: OrderFieldProps) {
  const { items } = question
  const order = answer?.type === 'order' ? answer.order : [...items.keys()]
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number>()
  const [moved, setMoved] = useState('')

  function move(from: number, to: number): void {
    const item = order[from]
    if (item === undefined || to < 0 || to >= order.length || from === to) return
    onAnswer({ type: 'order', order: order.toSpliced(from, 1).toSpliced(to, 0, item) })
    setMoved(t('quiz.movedTo', { place: to + 1, count: order.length }))
  }

  /** The item under the pointer makes place for the one that is dragged. */
  function drag({ clientY }: PointerEvent): void {
    if (dragged === undefined || list.current === null) return
    const rows = [...list.current.children].map((row) => row.getBoundingClientRect())
    const to = rows.findIndex(({ top, bottom }) => clientY >= top && clientY <= bottom)
    const from = order.indexOf(dragged)
    const [row, own] = [rows[to], rows[from]]
    // Past its middle, so that rows of different heights do not jump back and forth.
    const isPast =
      row && own && (to > from ? clientY > row.bottom - own.height : clientY < row.top + own.height)
    if (isPast) move(from, to)
  }

  return (
    <>
      <ol ref={list} className="flex flex-col gap-2">
        {order.map((item, place) => (
          <li
            key={item}
            className={`flex items-center gap-2 rounded-lg border px-2 py-1 ${dragged === item ? 'border-brand bg-tint' : 'border-line bg-paper'}`}
          >
            <span
              className="cursor-grab touch-none p-2 text-muted"
              onPointerDown={({ currentTarget, pointerId }) => {
                currentTarget.setPointerCapture(pointerId)
                setDragged(item)
              }}
              onPointerMove={drag}
              onPointerUp={() => setDragged(undefined)}
              onPointerCancel={() => setDragged(undefined)}
            >
              <DragIcon />
            </span>
            <span className="min-w-0 flex-1">
              <Markdown text={items[item] ?? ''} html={html} inline />
            </span>
            <IconButton
              label={t('quiz.moveUp')}
              disabled={place === 0}
              onClick={() => move(place, place - 1)}
            >
              <UpIcon />
            </IconButton>
            <IconButton
              label={t('quiz.moveDown')}
              disabled={place === order.length - 1}
              onClick={() => move(place, place + 1)}
            >
              <DownIcon />
            </IconButton>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
      {answer === null && (
        <Button className="self-start" onClick={() => onAnswer({ type: 'order', order })}>
          {t('quiz.keepOrder')}
        </Button>
      )}
    </>
  )
}
