import { useEffect, useEffectEvent, useState } from 'react'
import { language, t } from '../../texts/texts.ts'
import { clock } from './clock.ts'

const warnings = [300, 60]
const twoDigits = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 })

/** Calls at the end, and again every few seconds, as clocks differ. */
export function TimeLeft({ deadlineAt, onOver }: { deadlineAt: string; onOver: () => void }) {
  const [seconds, setSeconds] = useState(() => secondsUntil(deadlineAt))
  const over = useEffectEvent(onOver)
  useEffect(() => {
    // The deadline may have moved.
    setSeconds(secondsUntil(deadlineAt))
    const timer = setInterval(() => {
      const left = secondsUntil(deadlineAt)
      setSeconds(left)
      if (left <= 0 && left % 5 === 0) over()
    }, 1_000)
    return () => clearInterval(timer)
  }, [deadlineAt])

  const left = Math.max(0, seconds)
  const warning = warnings.findLast((one) => left <= one)
  return (
    <p role="timer" className={`tabular-nums ${warning ? 'font-semibold text-warn' : ''}`}>
      {t('quiz.timeLeft')} {Math.floor(left / 60)}:{twoDigits.format(left % 60)}
      {/* Said once per warning, not every second. */}
      <span role="status" className="sr-only">
        {warning && t('quiz.minutesLeft', { count: warning / 60 })}
      </span>
    </p>
  )
}

function secondsUntil(instant: string): number {
  return Math.ceil((Date.parse(instant) - clock.now()) / 1_000)
}
