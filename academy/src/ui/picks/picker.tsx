import { useEffect, useRef, useState } from 'react'
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
import type { OwnFieldProps } from '../forms/own-field.ts'
import { CloseIcon, DownIcon } from '../icons.tsx'
import { type Option, OptionText } from './option.tsx'
import { type Source, type SourceName, sources, useLate } from './sources.ts'

interface PickerFieldProps extends OwnFieldProps {
  pick: SourceName
}

/** What is chosen; its name is looked up where it was not chosen here. */
type Chosen = Pick<Option, 'value'> & Partial<Option>

/** A field that finds what it takes as one types, and lets choose it. */
export function PickerField({
  name,
  pick,
  label,
  hint,
  value,
  isMany,
  ...props
}: PickerFieldProps) {
  const { useFound, read }: Source = sources[pick]
  const { text: refused } = useKnown(name)
  const hidden = useRef<HTMLInputElement>(null)
  const [given, setGiven] = useState(value)
  const [chosen, setChosen] = useState<readonly Chosen[]>(() => chosenIn(value))
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const single = isMany ? undefined : chosen[0]
  const nameOfSingle = useName(pick, single)
  const text = useLate(typed ?? '')
  const { options, isPending } = useFound(text, isOpen || typed !== undefined)
  const meant = typed === undefined ? undefined : read?.(typed)
  const isNew =
    meant !== undefined && options.every(({ value, key }) => value !== meant && key !== meant)
  const asTyped = isNew ? [{ value: meant, name: meant, detail: t('pick.asTyped') }] : []
  const isChosen = (option: Option) => chosen.some(({ value }) => value === option.value)
  const offered = [...options, ...asTyped].filter((option) => !isMany || !isChosen(option))

  const written = chosen.map(({ value }) => value).join()
  // A filter can be cleared from outside.
  if (given !== value) {
    setGiven(value)
    if (written !== value) setChosen(chosenIn(value))
  }
  // Forms learn of a choice as of typing; not of the first values.
  const told = useRef(written)
  useEffect(() => {
    if (told.current === written) return
    told.current = written
    hidden.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [written])

  function change(next: readonly Chosen[]): void {
    setChosen(next)
    props.onChoose?.(next.map(({ value }) => value).join())
  }

  function choose(option: Option | undefined): void {
    setTyped(undefined)
    if (option !== undefined) change(isMany ? [...chosen, option] : [option])
  }

  /** Takes what is typed in full, also without a choice in the list. */
  function takeTyped(): void {
    const exact = typed?.trim().toLowerCase()
    choose(exact ? offered.find((one) => isNamed(one, exact)) : undefined)
  }

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <ComboBox
        className="flex flex-col gap-1"
        items={offered}
        inputValue={typed ?? nameOfSingle}
        onInputChange={(next) => {
          setTyped(next)
          if (next === '' && single !== undefined) change([])
        }}
        selectedKey={single?.value ?? null}
        onSelectionChange={(key) => {
          const option = offered.find(({ value }) => value === key)
          if (key !== null && key !== single?.value && option) choose(option)
          else takeTyped()
        }}
        onOpenChange={setOpen}
        onBlur={() => setTyped(undefined)}
        menuTrigger="input"
        allowsEmptyCollection
        isRequired={props.isRequired === true && chosen.length === 0}
        isInvalid={refused !== undefined || undefined}
      >
        <Label className="text-sm font-medium">
          {label}
          {!props.isRequired && props.onChoose === undefined && (
            <span className="text-sm text-muted"> {t('form.optional')}</span>
          )}
        </Label>
        {isMany && (
          <ul className="flex flex-wrap gap-1 empty:hidden">
            {chosen.map((one) => (
              <ChosenItem
                key={one.value}
                pick={pick}
                chosen={one}
                leaveOut={() => change(chosen.filter((other) => other !== one))}
              />
            ))}
          </ul>
        )}
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
          <ListBox<Option>
            className="max-h-80 overflow-y-auto p-1 outline-none"
            renderEmptyState={() => (
              <p className="px-3 py-2 text-sm text-muted">
                {t(isPending ? 'loading' : 'pick.nothing')}
              </p>
            )}
          >
            {(option) => (
              <ListBoxItem
                id={option.value}
                textValue={option.name}
                className="cursor-pointer rounded-md px-3 py-1.5 data-[focused]:bg-tint data-[selected]:font-medium"
              >
                <OptionText {...option} />
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
      <input ref={hidden} type="hidden" name={name} value={written} />
    </div>
  )
}

const chosenIn = (values: string): Chosen[] =>
  values === '' ? [] : values.split(',').map((value) => ({ value }))

const isNamed = ({ value, name, key }: Option, text: string) =>
  [value, name, key].some((one) => one?.toLowerCase() === text)

interface ChosenItemProps {
  pick: SourceName
  chosen: Chosen
  leaveOut: () => void
}

function ChosenItem({ pick, chosen, leaveOut }: ChosenItemProps) {
  const name = useName(pick, chosen)
  return (
    <li className="flex items-center gap-1 rounded-full border border-line bg-panel ps-3 text-sm">
      <bdi>{name}</bdi>
      <IconButton label={t('pick.leaveOut', { name })} onClick={leaveOut}>
        <CloseIcon />
      </IconButton>
    </li>
  )
}

function useName(pick: SourceName, { value = '', name }: Partial<Chosen> = {}): string {
  const isWanted = value !== '' && name === undefined
  const { options, isPending } = sources[pick].useFound(value, isWanted)
  if (!isWanted) return name ?? ''
  return options.find((one) => one.value === value)?.name ?? (isPending ? '' : value)
}
