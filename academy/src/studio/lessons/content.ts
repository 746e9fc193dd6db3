/** Props of fields that edit a part of a lesson. */
export interface Edits<Value, Changed = Value> {
  value: Value
  onChange: (value: Changed) => void
}
