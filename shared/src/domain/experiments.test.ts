import { describe, expect, it } from 'vitest'
import { EXPERIMENTS, findExperiment } from './experiments.ts'

describe('EXPERIMENTS', () => {
  it('have the two of the specification, with their weights', () => {
    const specified = ['review_page_layout', 'cta_button_text']
    expect(specified.map(findExperiment)).toEqual([
      {
        name: 'review_page_layout',
        variants: [
          { name: 'default', weight: 0.4 },
          { name: 'compact', weight: 0.3 },
          { name: 'detailed', weight: 0.3 },
        ],
      },
      {
        name: 'cta_button_text',
        variants: [
          { name: 'Learn More', weight: 0.4 },
          { name: 'Check Price', weight: 0.3 },
          { name: 'Get This Product', weight: 0.3 },
        ],
      },
    ])
  })

  it('are found by name, and nothing else is', () => {
    for (const experiment of EXPERIMENTS) expect(findExperiment(experiment.name)).toBe(experiment)
    for (const name of ['', 'CTA_button_text', 'constructor', '__proto__', '0']) {
      expect(findExperiment(name)).toBeUndefined()
    }
  })
})
