/** What the fields of some part of a lesson take. */
export interface Edits<Value, Changed = Value> {
  value: Value
  onChange: (value: Changed) => void
}
