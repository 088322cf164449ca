/** The part of a list that is read: after a position in its order, at most `rows`, `offset` of them passed over. */
export interface PageRange<After = number> {
  after: After
  rows: number
  offset: number
}

/** The same of a list whose statement bounds the bytes of a page too: it ends with the row that brings it to `bytes`. */
export interface BoundedSlice extends PageRange {
  bytes: number
}

/** Rows of a page, and whether the list has more after them. */
export interface PageRows<Row> {
  rows: Row[]
  hasMore: boolean
}
