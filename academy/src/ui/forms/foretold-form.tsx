import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ButtonLook } from '../button.tsx'
import { type AnyForm, DescribedForm, type FormParts } from './fields-form.tsx'
import { Form } from './form.tsx'
import type { Decided, FieldOf, OperationForm } from './operation.ts'

interface ForetoldParts<Told> extends Pick<FormParts<Told>, 'above'> {
  /** The label of the button that previews. */
  foretell: string
  /** The label of the button that does what was previewed; none where there is nothing to do. */
  act: (told: Told) => string | undefined
  look?: ButtonLook
  children: (told: Told) => ReactNode
  /** Said when it is done, where the result does not show it. */
  done?: string
  /** Called when it is done. By default the result is shown. */
  then?: (told: Told) => void
}

type ForetoldProps<Told> = Omit<AnyForm<Told>, 'send'> &
  ForetoldParts<Told> & { send?: (input: object, dryRun: boolean) => Promise<Told> }

/**
 * Previews a choice by `dryRun`, then does exactly that, with the same values. Another choice needs
 * a new preview.
 */
export function ForetoldForm<
  Input,
  Output,
  const Name extends FieldOf<Input> = never,
  Given = Record<never, never>,
  const Without = never,
  Told = Output,
>(
  props: Omit<OperationForm<Input, Output, Name, Given, Without, Told>, 'of' | 'send'> &
    ForetoldParts<Told> & {
      /** Replaces the call of the operation. */
      send?: (input: Given & Pick<NonNullable<Input>, Name>, dryRun: boolean) => Promise<Told>
    } & Decided<Input, Name, Given, Without>,
) {
  const untyped = props as unknown as ForetoldProps<Told>
  const { foretell, act, look = 'primary', children, done, then, ...form } = untyped
  const { to, send = (input, dryRun) => to.mutate({ ...input, dryRun }) } = form
  const [step, setStep] = useState<{ input: object; told: Told; isDone: boolean }>()
  const choices = useRef(0)
  const take = async (input: object, dryRun: boolean) => {
    const choice = choices.current
    const told = await send(input, dryRun)
    // A choice changed meanwhile has no preview yet. Synchronous, so that leaving asks nothing.
    if (choice === choices.current) flushSync(() => setStep({ input, told, isDone: !dryRun }))
    if (!dryRun) then?.(told)
    return told
  }
  const toDo = step && act(step.told)
  return (
    <div className="flex flex-col gap-6">
      <div
        onInput={() => {
          choices.current += 1
          setStep(undefined)
        }}
      >
        <DescribedForm
          {...form}
          className="max-w-2xl"
          submit={foretell}
          look="normal"
          isLook
          asks={step?.isDone !== true}
          send={(input) => take(input, true)}
        />
      </div>
      {step !== undefined && (
        <div className="flex flex-col gap-4">
          {children(step.told)}
          {!step.isDone && toDo !== undefined && (
            <Form look={look} submit={toDo} done={done} onSubmit={() => take(step.input, false)} />
          )}
        </div>
      )}
    </div>
  )
}
