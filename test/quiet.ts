import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

let complaints: MockInstance;

beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});

/** What complains on the console without being asked to is a fault, whatever the test looked at. */
afterEach(() => {
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockRestore();
});
