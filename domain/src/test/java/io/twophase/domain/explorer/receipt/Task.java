package io.twophase.domain.explorer.receipt;

import io.twophase.domain.protocol.Goal;
import io.twophase.domain.transaction.NewTransaction;

/** What a client is asked to do. */
sealed interface Task {

  /** To do something to a transaction, or to see it through. */
  record Work(String name, NewTransaction on, Goal goal, boolean isRecovery) implements Task {}

  /** To reverse it. */
  record Reverse(String name, NewTransaction on) implements Task {}

  String name();

  NewTransaction on();
}
