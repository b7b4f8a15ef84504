import type { CountCondition, StepCondition, ValueCondition } from '../model/script';
import { sayDuration } from './duration';

/** What has to be so for a step to answer: `to POST requests, from 2 h to 5 h after the script began`. */
export function sayCondition(condition: StepCondition): string {
  const { method, path, header, body, request, attempt, between, flapping } = condition;
  const said: string[] = [];
  if (method !== undefined) said.push(`to ${sayList([method].flat())} requests`);
  if (path !== undefined) said.push(`to ${path}`);
  if (header !== undefined) said.push(`where the header ${header.name} ${sayValue(header)}`);
  if (body !== undefined) said.push(`where ${body.at} of the body ${sayValue(body)}`);
  if (request !== undefined) said.push(`to ${sayCounted(request, 'request')} since the script began`);
  if (attempt !== undefined) said.push(`to ${sayCounted(attempt, 'attempt')} of a delivery id`);
  if (between !== undefined) said.push(`${sayBetween(between)} after the script began`);
  if (flapping !== undefined)
    said.push(`while down: up for ${sayDuration(flapping.up)}, down for ${sayDuration(flapping.down)}, and so on`);
  return said.join(', ');
}

const sayBetween = ([from, to]: readonly [number, number]): string =>
  from === 0 ? `up to ${sayDuration(to)}` : `from ${sayDuration(from)} to ${sayDuration(to)}`;

function sayValue({ is, contains }: ValueCondition): string {
  const said: string[] = [];
  if (is !== undefined) said.push(`is ${typeof is === 'string' ? `“${is}”` : String(is)}`);
  if (contains !== undefined) said.push(`contains “${contains}”`);
  return said.length === 0 ? 'is there' : said.join(' and ');
}

function sayCounted(condition: CountCondition, noun: string): string {
  if (typeof condition === 'number') return `${noun} ${condition}`;
  const { from = 1, to } = condition;
  if (to === undefined) return `${noun} ${from} and later ones`;
  return from === to ? `${noun} ${from}` : `${noun}s ${from} to ${to}`;
}

/** `GET`, `GET and HEAD`, `GET, HEAD and PUT`. */
const sayList = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
