package io.twophase.domain.explorer.breadth;

import java.util.function.Supplier;

/** Is told what may come next. */
@FunctionalInterface
public interface Steps<S> {

  /** The state after it, and what happened, as one line of a run. */
  void to(S next, Supplier<String> line);
}
