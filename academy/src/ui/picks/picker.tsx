import { useEffect, useId, useRef, useState } from 'react'
import {
  Button as AriaButton,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components'
import { t } from '../../texts/texts.ts'
import { inputClass } from '../bits.tsx'
import { IconButton } from '../button.tsx'
import { errorClass, useKnown } from '../forms/controls.tsx'
import { CloseIcon, DownIcon } from '../icons.tsx'
import { ColorField } from './color-field.tsx'
import type { PickerProps, PickName } from './pick.ts'
import { type Option, sources, useLate } from './sources.ts'

/** A field that finds what it takes as one types, and lets choose it. */
export function PickerField(props: PickerProps) {
  const { pick } = props
  return pick === 'color' ? <ColorField {...props} /> : <ThingField {...props} pick={pick} />
}

type ThingProps = PickerProps & { pick: Exclude<PickName, 'color'> }

function ThingField({ name, pick, label, hint, isMany = false, ...props }: ThingProps) {
  const { useFound, read } = sources[pick]
  const { text: refused } = useKnown(name)
  const hidden = useRef<HTMLInputElement>(null)
  const given = props.values.join()
  const [{ values, before }, setChosen] = useState({ values: props.values, before: given })
  // A filter can be cleared from outside.
  if (given !== before) setChosen({ values: props.values, before: given })
  /** The names of those that were chosen here. */
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const single = isMany ? undefined : values[0]
  const nameOfSingle = useName(pick, single, names)
  const text = useLate(typed ?? '')
  const { options, isPending } = useFound(text, isOpen || typed !== undefined)
  const meant = typed === undefined ? undefined : read?.(typed)
  const isNew =
    meant !== undefined && options.every(({ value, key }) => value !== meant && key !== meant)
  const asTyped = isNew ? [{ value: meant, name: meant, detail: t('pick.asTyped') }] : []
  const offered = [...options, ...asTyped].filter(({ value }) => !isMany || !values.includes(value))

  function change(next: readonly string[]): void {
    setChosen({ values: next, before })
    props.onChoose?.(next.join())
  }

  function choose(option: Option | undefined): void {
    setTyped(undefined)
    if (option === undefined) return
    setNames({ ...names, [option.value]: option.name })
    if (!isMany) change([option.value])
    else if (!values.includes(option.value)) change([...values, option.value])
  }

  /** Takes what is typed in full, also without a choice in the list. */
  function takeTyped(): void {
    const exact = typed?.trim().toLowerCase()
    if (exact) choose(offered.find((one) => isNamed(one, exact)))
    else setTyped(undefined)
  }

  // Forms learn of a choice as of typing; not of the first values.
  const written = values.join()
  const told = useRef(written)
  useEffect(() => {
    if (told.current === written) return
    told.current = written
    hidden.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [written])

  const isOptional = props.isRequired !== true
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <ComboBox
        className="flex flex-col gap-1"
        items={offered.map((option) => ({ ...option, id: option.value }))}
        inputValue={typed ?? nameOfSingle}
        onInputChange={(next) => {
          setTyped(next)
          if (next === '' && single !== undefined) change([])
        }}
        selectedKey={single ?? null}
        onSelectionChange={(key) => {
          const option = offered.find(({ value }) => value === key)
          if (key !== null && key !== single && option) choose(option)
          else takeTyped()
        }}
        onOpenChange={setOpen}
        onBlur={() => setTyped(undefined)}
        menuTrigger="input"
        allowsEmptyCollection
        isRequired={!isOptional && values.length === 0}
        isInvalid={refused !== undefined || undefined}
      >
        <Label className="text-sm font-medium">
          {label}
          {isOptional && props.onChoose === undefined && (
            <span className="text-sm text-muted"> {t('form.optional')}</span>
          )}
        </Label>
        {isMany && <Chosen {...{ pick, values, names, change }} />}
        <div className="relative">
          <Input className={`${inputClass} pe-10`} placeholder={t(`pick.${pick}`)} dir="auto" />
          <AriaButton className="absolute inset-y-0 end-0 grid w-10 place-items-center text-muted">
            <DownIcon />
          </AriaButton>
        </div>
        {hint !== undefined && (
          <Text slot="description" className="text-sm text-muted">
            {hint}
          </Text>
        )}
        <FieldError className={errorClass}>{refused ?? t('issue.required')}</FieldError>
        <Popover className="w-(--trigger-width) min-w-64 overflow-y-auto rounded-lg border border-line bg-paper text-ink shadow-raised">
          <ListBox<Option & { id: string }>
            className="max-h-80 overflow-y-auto p-1 outline-none"
            renderEmptyState={() => (
              <p className="px-3 py-2 text-sm text-muted">
                {t(isPending ? 'loading' : 'pick.nothing')}
              </p>
            )}
          >
            {(option) => <OptionItem {...option} />}
          </ListBox>
        </Popover>
      </ComboBox>
      <input ref={hidden} type="hidden" name={name} value={written} />
    </div>
  )
}

const isNamed = ({ value, name, key }: Option, text: string) =>
  [value, name, key].some((one) => one?.toLowerCase() === text)

function OptionItem({ id, name, detail }: Option & { id: string }) {
  return (
    <ListBoxItem
      id={id}
      textValue={name}
      className="cursor-pointer rounded-md px-3 py-1.5 data-[focused]:bg-tint data-[selected]:font-medium"
    >
      <bdi className="block">{name}</bdi>
      {detail && <bdi className="block text-sm text-muted">{detail}</bdi>}
    </ListBoxItem>
  )
}

interface ChosenProps {
  pick: ThingProps['pick']
  values: readonly string[]
  names: Readonly<Record<string, string>>
  change: (values: readonly string[]) => void
}

/** The values that are chosen, each with a button that leaves it out. */
function Chosen({ pick, values, names, change }: ChosenProps) {
  const id = useId()
  return (
    <ul id={id} className="flex flex-wrap gap-1 empty:hidden">
      {values.map((value) => (
        <li
          key={value}
          className="flex items-center gap-1 rounded-full border border-line bg-panel ps-3 text-sm"
        >
          <ChosenName {...{ pick, value, names }} />
          <LeaveOut
            {...{ pick, value, names }}
            onClick={() => change(values.filter((one) => one !== value))}
          />
        </li>
      ))}
    </ul>
  )
}

type NameProps = Omit<ChosenProps, 'values' | 'change'> & { value: string }

function ChosenName({ pick, value, names }: NameProps) {
  return <bdi>{useName(pick, value, names)}</bdi>
}

function LeaveOut({ pick, value, names, onClick }: NameProps & { onClick: () => void }) {
  const label = t('pick.leaveOut', { name: useName(pick, value, names) })
  return (
    <IconButton label={label} onClick={onClick}>
      <CloseIcon />
    </IconButton>
  )
}

/** Returns the name of a value, looked up if it was not chosen here. */
function useName(pick: ThingProps['pick'], value: string | undefined, names: ChosenProps['names']) {
  const known = value === undefined ? '' : names[value]
  const { useFound } = sources[pick]
  const { options, isPending } = useFound(value ?? '', known === undefined)
  if (known !== undefined) return known
  return options.find((one) => one.value === value)?.name ?? (isPending ? '' : (value ?? ''))
}
