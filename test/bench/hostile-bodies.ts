/** A body of `size` bytes: a repeated pattern between a start and an end. */
function bodyOfSize(size: number, head: string, pattern: (i: number) => string, tail: string): string {
  const parts: string[] = []
  let left = size - head.length - tail.length
  for (let i = 0; ; i++) {
    const part = pattern(i)
    if (part.length > left - 1) break
    parts.push(part)
    left -= part.length
  }
  // White space fills the rest.
  return head + parts.join('') + ' '.repeat(left) + tail
}

const commaSeparated = (pattern: (i: number) => string) => (i: number) => (i ? `,${pattern(i)}` : pattern(i))

const inRoom = '{"rateAvailability":[{"data":[{"hotelid":"FAROL","room":[{"roomid":"SUI-TOWER","date":['
const endRoom = ']}]}]}]}'

/** Bodies of this size that are meant to cost more to process than to send, by name. */
export const hostileBodies = (size: number): Record<string, string> => ({
  'deep nesting of lists': '['.repeat(size / 2) + ']'.repeat(size / 2),
  'deep nesting of objects': bodyOfSize(size, '', () => '{"a":', '1'),
  'many keys': bodyOfSize(
    size,
    '{',
    commaSeparated(i => `"k${i}":0`),
    '}',
  ),
  'one key many times': bodyOfSize(
    size,
    '{',
    commaSeparated(() => '"property":[]'),
    '}',
  ),
  'one long string': bodyOfSize(size, '{"property":"', () => 'x'.repeat(1024), '"}'),
  'a long string of escapes': bodyOfSize(size, '{"property":"', () => '\\u0041', '"}'),
  'one huge number': bodyOfSize(size, '{"property":', () => '9'.repeat(1024), '}'),
  'many huge numbers': bodyOfSize(
    size,
    '{"property":[',
    commaSeparated(() => `1e${'9'.repeat(20)}`),
    ']}',
  ),
  'millions of zeros': bodyOfSize(
    size,
    '{"property":[',
    commaSeparated(() => '0'),
    ']}',
  ),
  'a million empty objects': bodyOfSize(
    size,
    '{"rateAvailability":[',
    commaSeparated(() => '{}'),
    ']}',
  ),
  'empty objects in place of days': bodyOfSize(
    size,
    inRoom,
    commaSeparated(() => '{}'),
    endRoom,
  ),
  'lists of lists': bodyOfSize(
    size,
    '{"rooms":[',
    commaSeparated(() => '[[]]'),
    ']}',
  ),
  'errors in every day': bodyOfSize(
    size,
    inRoom,
    commaSeparated(() => '{"from":"x","to":1,"price":[{"value":"-"}]}'),
    endRoom,
  ),
  'unknown plans on every day': bodyOfSize(
    size,
    inRoom,
    commaSeparated(i => `{"from":"2027-01-01","to":"2028-12-30","rate":[{"rateplanid":"P${i}"}]}`),
    endRoom,
  ),
  'two years many times': bodyOfSize(
    size,
    inRoom,
    commaSeparated(i => `{"from":"2027-01-01","to":"2028-12-30","roomstosell":"${i % 9}"}`),
    endRoom,
  ),
  'nulls to be removed': bodyOfSize(
    size,
    '{',
    commaSeparated(i => `"k${i}":null`),
    '}',
  ),
})
