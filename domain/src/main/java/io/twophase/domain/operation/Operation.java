package io.twophase.domain.operation;

import java.util.function.Function;

/**
 * One operation of a transaction, on one account or document, which can be held, settled and
 * released. Two operations of one transaction never touch the same account or document.
 */
public sealed interface Operation permits AccountOperation, DocumentOperation {

  /** Returns what the function for the kind of thing that it touches says. */
  <T> T foldTarget(
      Function<? super AccountOperation, ? extends T> account,
      Function<? super DocumentOperation, ? extends T> document);

  /** At most how many bytes it takes in a record: an estimate that is never too low. */
  long bytes();
}
