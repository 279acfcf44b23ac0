import { describe, expect, it } from 'vitest'
import { bucketAfterKey, bucketAt, placeOf } from './reading.ts'

describe('reading a chart', () => {
  it('finds the bucket under the finger, points at the ends and bars in rooms of their own', () => {
    expect([0, 0.1, 0.24, 0.26, 1].map((part) => bucketAt(part, 3, 'points'))).toEqual([0, 0, 0, 1, 2])
    expect([0, 0.1, 0.34, 0.66, 0.67].map((part) => bucketAt(part, 3, 'bars'))).toEqual([0, 0, 1, 1, 2])
  })

  it('takes what lies beside the plot for the outermost', () => {
    expect([-0.2, 1.2].map((part) => bucketAt(part, 5, 'points'))).toEqual([0, 4])
    expect([-0.2, 1].map((part) => bucketAt(part, 5, 'bars'))).toEqual([0, 4])
  })

  it.each(['points', 'bars'] as const)('finds every bucket of %s where it stands', (placing) => {
    const buckets = Array.from({ length: 7 }, (_, index) => index)
    expect(buckets.map((index) => bucketAt(placeOf(index, 7, placing), 7, placing))).toEqual(buckets)
    expect(placeOf(0, 1, placing)).toBe(0.5)
    expect(bucketAt(0.9, 1, placing)).toBe(0)
  })

  it('moves by keys, and stays at the ends', () => {
    expect(bucketAfterKey('ArrowLeft', 5, 28)).toBe(4)
    expect(bucketAfterKey('ArrowUp', 5, 28)).toBe(6)
    expect(bucketAfterKey('PageDown', 5, 28)).toBe(0)
    expect(bucketAfterKey('PageUp', 5, 28)).toBe(12)
    expect(bucketAfterKey('ArrowRight', 27, 28)).toBe(27)
    expect(bucketAfterKey('Home', 5, 28)).toBe(0)
    expect(bucketAfterKey('End', 5, 28)).toBe(27)
  })

  it('begins with the newest bucket, and leaves other keys alone', () => {
    expect(bucketAfterKey('ArrowLeft', null, 28)).toBe(27)
    expect(bucketAfterKey('Home', null, 28)).toBe(0)
    expect(bucketAfterKey('w', 5, 28)).toBeNull()
    expect(bucketAfterKey('ArrowLeft', null, 0)).toBeNull()
  })
})
