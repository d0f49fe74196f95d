/**
 * A function that works each answer out once. For what is asked again and again
 * of the same things: the memory lives as long as the function that is returned.
 */
export function once<K, T>(work: (key: K) => T): (key: K) => T {
  const answers = new Map<K, { readonly answer: T }>();
  return (key) => {
    const before = answers.get(key);
    if (before !== undefined) return before.answer;
    const answer = work(key);
    answers.set(key, { answer });
    return answer;
  };
}
