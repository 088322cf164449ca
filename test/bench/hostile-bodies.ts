/** So many bytes of a pattern between two ends. */
function fill(size: number, head: string, pattern: (i: number) => string, tail: string): string {
  const parts: string[] = []
  let left = size - head.length - tail.length
  for (let i = 0; ; i++) {
    const part = pattern(i)
    if (part.length > left - 1) break
    parts.push(part)
    left -= part.length
  }
  // What is missing of the size is white space.
  return head + parts.join('') + ' '.repeat(left) + tail
}

const separated = (pattern: (i: number) => string) => (i: number) => (i ? `,${pattern(i)}` : pattern(i))

const inRoom = '{"rateAvailability":[{"data":[{"hotelid":"FAROL","room":[{"roomid":"SUI-TOWER","date":['
const endRoom = ']}]}]}]}'

/** Bodies of this size made to cost more than their sender pays, each with what is hostile in it. */
export const hostileBodies = (size: number): Record<string, string> => ({
  'deep nesting of lists': '['.repeat(size / 2) + ']'.repeat(size / 2),
  'deep nesting of objects': fill(size, '', () => '{"a":', '1'),
  'many keys': fill(
    size,
    '{',
    separated(i => `"k${i}":0`),
    '}',
  ),
  'one key again and again': fill(
    size,
    '{',
    separated(() => '"property":[]'),
    '}',
  ),
  'one long string': fill(size, '{"property":"', () => 'x'.repeat(1024), '"}'),
  'a long string of escapes': fill(size, '{"property":"', () => '\\u0041', '"}'),
  'one huge number': fill(size, '{"property":', () => '9'.repeat(1024), '}'),
  'many huge numbers': fill(
    size,
    '{"property":[',
    separated(() => `1e${'9'.repeat(20)}`),
    ']}',
  ),
  'millions of zeros': fill(
    size,
    '{"property":[',
    separated(() => '0'),
    ']}',
  ),
  'a million empty objects': fill(
    size,
    '{"rateAvailability":[',
    separated(() => '{}'),
    ']}',
  ),
  'empty objects where days stand': fill(
    size,
    inRoom,
    separated(() => '{}'),
    endRoom,
  ),
  'lists of lists': fill(
    size,
    '{"rooms":[',
    separated(() => '[[]]'),
    ']}',
  ),
  'faults in every day': fill(
    size,
    inRoom,
    separated(() => '{"from":"x","to":1,"price":[{"value":"-"}]}'),
    endRoom,
  ),
  'unknown plans on every day': fill(
    size,
    inRoom,
    separated(i => `{"from":"2027-01-01","to":"2028-12-30","rate":[{"rateplanid":"P${i}"}]}`),
    endRoom,
  ),
  'two years again and again': fill(
    size,
    inRoom,
    separated(i => `{"from":"2027-01-01","to":"2028-12-30","roomstosell":"${i % 9}"}`),
    endRoom,
  ),
  'nulls to be taken out': fill(
    size,
    '{',
    separated(i => `"k${i}":null`),
    '}',
  ),
})
