import { type LogRow, withBodies } from '../log/rows';
import { base64Text, bytesOfBase64 } from '../model/base64';
import type { EndpointRequest } from '../model/endpoint-request';
import type { Outcome } from '../model/outcome';
import type { Verdict } from '../model/receiver';
import type { AnswerBody, Script, ScriptStep, StepCondition } from '../model/script';
import type { Step } from '../model/step';
import type { Redactor } from './redactor';

/** A row of a log without what could be a secret. */
export function redactedRow(row: LogRow, redactor: Redactor): LogRow {
  const bare = withBodies(row, redactor.body);
  const { url, headers, words } = redactor;
  switch (bare.kind) {
    case 'route':
      return { ...bare, script: scriptWithout(bare.script, redactor) };
    case 'event': {
      const { carried } = bare;
      if (carried === null) return bare;
      return { ...bare, carried: { ...carried, tail: url(carried.tail), headers: headers(carried.headers) } };
    }
    case 'endpoint': {
      const { newerUrl } = bare.condition;
      return {
        ...bare,
        url: url(bare.url),
        request: requestWithout(bare.request, redactor),
        condition: { ...bare.condition, newerUrl: newerUrl === null ? null : url(newerUrl) },
      };
    }
    case 'delivery':
      return { ...bare, lastError: bare.lastError === null ? null : words(bare.lastError) };
    case 'attempt': {
      const { request, response, outcome } = bare;
      return {
        ...bare,
        outcome: outcome === null ? null : outcomeWithout(outcome, redactor),
        request: { ...request, url: url(request.url), headers: headers(request.headers) },
        response: response === null ? null : { ...response, headers: headers(response.headers) },
      };
    }
    case 'step':
      return {
        ...bare,
        step: stepWithout(bare.step, redactor),
        error: bare.error === null ? null : words(bare.error),
      };
    case 'capture':
      return {
        ...bare,
        target: url(bare.target),
        headers: headers(bare.headers),
        trailers: headers(bare.trailers),
        verdict: verdictWithout(bare.verdict, redactor),
      };
    default:
      return bare;
  }
}

const scriptWithout = (script: Script, redactor: Redactor): Script => ({
  ...script,
  steps: script.steps.map((step) => scriptStepWithout(step, redactor)),
});

function scriptStepWithout(step: ScriptStep, redactor: Redactor): ScriptStep {
  const { headers } = redactor;
  const condition = step.if === undefined ? {} : { if: conditionWithout(step.if, redactor) };
  switch (step.kind) {
    case 'garbage':
      return { ...step, ...condition, garbage: answerWithout(step.garbage, redactor) };
    case 'redirect': {
      const to = step.to === undefined ? {} : { to: redactor.url(step.to) };
      return { ...step, ...condition, ...to, headers: headers(step.headers) };
    }
    case 'hang':
    case 'reset':
    case 'half-close':
      return {
        ...step,
        ...condition,
        ...(step.headers === undefined ? {} : { headers: headers(step.headers) }),
        ...(step.body === undefined ? {} : { body: answerWithout(step.body, redactor) }),
      };
    case 'reply': {
      const interim = step.interim?.map((early) => ({ ...early, headers: headers(early.headers) }));
      const answer = { headers: headers(step.headers), body: answerWithout(step.body, redactor) };
      return { ...step, ...condition, ...answer, ...(interim === undefined ? {} : { interim }) };
    }
    default:
      return { ...step, ...condition, headers: headers(step.headers), body: answerWithout(step.body, redactor) };
  }
}

function answerWithout(answer: AnswerBody, { data, body }: Redactor): AnswerBody {
  if (typeof answer === 'string') return data(answer);
  if ('template' in answer) return { template: data(answer.template) };
  const bytes = bytesOfBase64(answer.base64);
  const changed = body(bytes);
  return changed === bytes ? answer : { ...answer, base64: base64Text(changed) };
}

function conditionWithout(condition: StepCondition, { headers, words }: Redactor): StepCondition {
  const { header, body } = condition;
  const hidden = (name: string, value: string): string => headers([[name, value]])[0]?.[1] ?? value;
  return {
    ...condition,
    ...(header === undefined
      ? {}
      : {
          header: {
            ...header,
            ...(header.is == null ? {} : { is: hidden(header.name, String(header.is)) }),
            ...(header.contains === undefined ? {} : { contains: hidden(header.name, header.contains) }),
          },
        }),
    ...(typeof body?.is === 'string' ? { body: { ...body, is: words(body.is) } } : {}),
  };
}

const requestWithout = (request: EndpointRequest, { headers }: Redactor): EndpointRequest => ({
  ...request,
  headers: headers(request.headers),
});

const outcomeWithout = (outcome: Outcome, { words }: Redactor): Outcome =>
  outcome.kind === 'no-response' ? { ...outcome, detail: words(outcome.detail) } : outcome;

const verdictWithout = (verdict: Verdict, { words }: Redactor): Verdict =>
  verdict.kind === 'refused' ? { ...verdict, why: words(verdict.why) } : verdict;

function stepWithout(step: Step, redactor: Redactor): Step {
  switch (step.kind) {
    case 'retry':
    case 'fail': {
      const { because } = step;
      return 'detail' in because ? { ...step, because: { ...because, detail: redactor.words(because.detail) } } : step;
    }
    case 'change': {
      const { before } = step;
      return {
        ...step,
        before: {
          ...before,
          url: redactor.url(before.url),
          request: requestWithout(before.request, redactor),
          newerUrl: before.newerUrl === null ? null : redactor.url(before.newerUrl),
        },
      };
    }
    case 'verify':
      return { ...step, url: redactor.url(step.url), detail: redactor.words(step.detail) };
    default:
      return step;
  }
}
