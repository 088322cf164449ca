/** The part of a list that is read: after a position in its order, at most `rows`, `offset` of them passed over. */
export interface Slice<After = number> {
  after: After
  rows: number
  offset: number
}
