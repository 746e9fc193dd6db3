import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../texts/texts.ts'
import type { ButtonLook } from '../button.tsx'
import type { Kinds, ValuesNow, ValuesOf } from './fields.tsx'
import { Form } from './form.tsx'
import { FieldsForm, type FieldsFormProps } from './form-dialog.tsx'

interface ForetoldFormProps<K, Told> extends Pick<FieldsFormProps<K, Told>, 'kinds' | 'above'> {
  /** What the fields hold at first. */
  defaults?: ValuesNow<K>
  /** Does it, or with `dryRun` says what it would do: of the same values, which never differ. */
  send: (values: ValuesOf<K>, dryRun: boolean) => Promise<Told>
  /** On the button that asks what it would do. */
  foretell: string
  /** On the button that does what was foretold. */
  act: (told: Told) => string
  look?: ButtonLook
  children: (told: Told) => ReactNode
  /** Once it is done. Left out, what it did is shown. */
  then?: (told: Told) => void
}

/** Says first what a choice would do; what is done is what was foretold. Another choice asks anew. */
export function ForetoldForm<const K extends Kinds, Told>(props: ForetoldFormProps<K, Told>) {
  const { kinds, defaults, above, send, foretell, act, look = 'primary', children, then } = props
  const [step, setStep] = useState<{ values: ValuesOf<K>; told: Told; isDone: boolean }>()
  const choices = useRef(0)
  const take = async (values: ValuesOf<K>, dryRun: boolean) => {
    const choice = choices.current
    const told = await send(values, dryRun)
    // What was chosen meanwhile was not foretold. At once: what is done asks nothing when left.
    if (choice === choices.current) flushSync(() => setStep({ values, told, isDone: !dryRun }))
    if (!dryRun) then?.(told)
  }
  return (
    <div className="flex flex-col gap-6">
      <div
        onInput={() => {
          choices.current += 1
          setStep(undefined)
        }}
      >
        <FieldsForm
          className="max-w-2xl"
          submit={foretell}
          look="normal"
          isLook
          asks={step?.isDone !== true}
          {...{ kinds, defaults, above }}
          send={(values) => take(values, true)}
        />
      </div>
      {step !== undefined && (
        <div className="flex flex-col gap-4">
          {children(step.told)}
          {!step.isDone && (
            <Form
              look={look}
              submit={act(step.told)}
              done={t('done')}
              onSubmit={() => take(step.values, false)}
            />
          )}
        </div>
      )}
    </div>
  )
}
