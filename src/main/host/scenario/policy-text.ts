import { shortYaml } from './short-yaml';

/** A policy's file as text: each part in one line, as far as it fits. */
export const writePolicyText = (file: object): string => shortYaml(file, 1);
