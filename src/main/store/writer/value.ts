/**
 * A parameter that the planner cannot look at. One that it has looked at (a column equal to it, with an order asked
 * for) makes SQLite plan the statement anew each time another value is bound, which costs ten times what it takes to
 * find the row. For statements that run with every attempt, every turn or every request.
 */
export const VALUE = '(SELECT ?)';
