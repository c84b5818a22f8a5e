import { vi } from 'vitest';

// Each isolated file of a worker imports our modules again, so that its mocks replace what they import.
vi.resetModules();
