import type { Problem } from '../../shared/model/problem';
import { CopyDetails } from './CopyDetails';

/** Why something could not be shown or done, with what a report needs, and the way to try again where there is one. */
export const ProblemNote = ({
  problem,
  inForm = false,
  onAgain,
}: {
  readonly problem: Problem;
  readonly inForm?: boolean;
  readonly onAgain?: () => void;
}) => (
  <div className={inForm ? 'form-problem' : 'list-problem'} role="alert">
    <span className="grow">{problem.message}</span>
    {onAgain === undefined ? null : (
      <button type="button" className="link" onClick={onAgain}>
        Read again
      </button>
    )}
    <CopyDetails message={problem.message} />
  </div>
);
