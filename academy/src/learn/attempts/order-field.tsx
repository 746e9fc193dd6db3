import type { OrderAttemptQuestion } from '@lyceum/sdk'
import { type PointerEvent, useState } from 'react'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { DownIcon, DragIcon, UpIcon } from '../../ui/icons.tsx'
import type { AnswerFieldProps } from './answers.ts'

const moves = [
  ['quiz.moveUp', -1, UpIcon],
  ['quiz.moveDown', 1, DownIcon],
] as const

/** Items to put in order, by dragging or by buttons. */
export function OrderField({ question, answer, onAnswer }: AnswerFieldProps<OrderAttemptQuestion>) {
  const { items } = question
  const order = answer?.type === 'order' ? answer.order : [...items.keys()]
  const [dragged, setDragged] = useState<number>()
  const [moved, setMoved] = useState('')

  function move(from: number, to: number): void {
    const item = order[from]
    if (item === undefined) return
    onAnswer({ type: 'order', order: order.toSpliced(from, 1).toSpliced(to, 0, item) })
    setMoved(t('quiz.movedTo', { place: to + 1, count: order.length }))
  }

  /** Moves the item once it passes the middle of the next one, whatever their heights. */
  function drag({ currentTarget: list, clientY }: PointerEvent): void {
    if (dragged === undefined) return
    const place = order.indexOf(dragged)
    const middleOf = (at: number) => {
      const row = list.children[at]?.getBoundingClientRect()
      return row && (row.top + row.bottom) / 2
    }
    if (clientY < (middleOf(place - 1) ?? Number.NEGATIVE_INFINITY)) move(place, place - 1)
    if (clientY > (middleOf(place + 1) ?? Number.POSITIVE_INFINITY)) move(place, place + 1)
  }

  return (
    <>
      <ol
        className="flex flex-col gap-2 select-none"
        onPointerMove={drag}
        onLostPointerCapture={() => setDragged(undefined)}
      >
        {order.map((item, place) => (
          <li
            key={item}
            className={`flex items-center gap-2 rounded-lg border px-2 py-1 ${dragged === item ? 'border-brand bg-tint' : 'border-line bg-paper'}`}
          >
            <span
              className="cursor-grab touch-none p-2 text-muted"
              onPointerDown={({ currentTarget, pointerId }) => {
                // The list captures the pointer, because a row that moves would lose it.
                currentTarget.closest('ol')?.setPointerCapture(pointerId)
                setDragged(item)
              }}
            >
              <DragIcon />
            </span>
            <span className="min-w-0 flex-1">
              <Markdown text={items[item] ?? ''} inline />
            </span>
            {moves.map(([label, step, Icon]) => (
              <IconButton
                key={label}
                label={t(label)}
                disabled={order[place + step] === undefined}
                onClick={() => move(place, place + step)}
              >
                <Icon />
              </IconButton>
            ))}
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
