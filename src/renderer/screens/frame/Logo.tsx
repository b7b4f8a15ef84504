export function Logo() {
  return (
    <div className="logo">
      <svg width="30" height="30" viewBox="0 0 28 28" role="img" aria-label="Retryscope">
        <rect x=".75" y=".75" width="26.5" height="26.5" rx="7" className="l0" />
        <path className="l1" d="M5 9.5 v9 M8 9.5 v9 M12.4 9.5 v9" />
        <path className="l2" d="M14.6 14 h4.4" />
        <circle className="l3" cx="21" cy="14" r="2.3" />
      </svg>
    </div>
  );
}
