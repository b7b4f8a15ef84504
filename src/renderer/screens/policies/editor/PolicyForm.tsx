import { type ReactNode, useEffect, useState } from 'react';
import type { PartProblem } from '../../../../shared/policies/file/check';
import { type ObjectShape, POLICY_SHAPE } from '../../../../shared/policies/file/shape';
import type { ValuePath } from '../../../../shared/policies/file/values';
import type { PolicyDraft } from '../../../view-models/policy-draft';
import { FORM_SECTIONS, type FormSection } from '../../../view-models/policy-labels';
import { Fields, type FormActs } from './PartField';

const named = new Set(FORM_SECTIONS.flatMap(({ fields }) => fields));
const others = [...POLICY_SHAPE.fields.keys()].filter((name) => !named.has(name) && name !== 'rules');
const SECTIONS: readonly FormSection[] =
  others.length === 0 ? FORM_SECTIONS : [...FORM_SECTIONS, { name: 'More', fields: others }];
/** Those that are open from the first. */
const OPEN = ['Name and id', 'Schedule', 'Jitter'];

/** Some fields of a policy, in that order. */
const shapeOf = (fields: readonly string[]): ObjectShape => ({
  is: 'object',
  fields: new Map(
    fields.flatMap((name) => {
      const field = POLICY_SHAPE.fields.get(name);
      return field === undefined ? [] : [[name, field] as const];
    }),
  ),
});

/** A policy as a form, group by group: everything that the format has but the lists of rules. */
export function PolicyForm({
  draft,
  problems,
  onEdit,
}: {
  readonly draft: PolicyDraft;
  readonly problems: readonly PartProblem[];
  readonly onEdit: (path: ValuePath, next: unknown) => void;
}) {
  const form: FormActs = {
    onEdit,
    wrong: (path, deep) =>
      problems.find((problem) => (deep ? problem.path.slice(0, path.length) : problem.path).join() === path.join())
        ?.message ?? null,
    fixed: (path) => (path.join() === 'id' && draft.id !== null ? 'The id of a saved policy stays.' : null),
  };
  return (
    <div className="policy-form">
      {SECTIONS.map(({ name, fields }) => (
        <Group
          key={name}
          name={name}
          open={OPEN.includes(name) || problems.some(({ path }) => fields.includes(String(path[0])))}
        >
          <Fields shape={shapeOf(fields)} value={draft.value} place="" path={[]} form={form} />
        </Group>
      ))}
    </div>
  );
}

/** A group of fields, which are there only while it is open: a policy has many. */
function Group({
  name,
  open,
  children,
}: {
  readonly name: string;
  readonly open: boolean;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(open);
  useEffect(() => {
    if (open) setOpen(true);
  }, [open]);
  return (
    <details className="more" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {isOpen ? <div>{children}</div> : null}
    </details>
  );
}
