/** The part of a list to read: at most `rows` after a position of its order, without the first `offset`. */
export interface PageRange<After = number> {
  after: After
  rows: number
  offset: number
}

/** A range that also ends with the row that brings its size to `bytes`. */
export interface BoundedPageRange<After = number> extends PageRange<After> {
  bytes: number
}

/** Rows of a page, and whether the list has more after them. */
export interface PageRows<Row> {
  rows: Row[]
  hasMore: boolean
}
