import type { Verification } from '../../shared/model/condition';

export const VERIFICATION_NAMES: Readonly<Record<Verification, string>> = {
  assume: 'Assume it passes',
  'any-2xx': 'Any 2xx passes',
  echo: 'The answer has to echo it',
};
