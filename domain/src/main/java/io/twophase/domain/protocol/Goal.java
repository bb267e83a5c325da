package io.twophase.domain.protocol;

import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;

/** What a worker was asked to do with a transaction. */
public sealed interface Goal {

  /** Store it for anybody to claim, and no more. */
  record Submit(NewTransaction body) implements Goal {}

  /** Begin it, if nobody has, and see it decided and finished. */
  record Run(NewTransaction body) implements Goal {}

  /** Finish what somebody left, going on where it is undecided. */
  record Resume() implements Goal {}

  /** Finish what somebody left, canceling it where it is undecided. */
  record Abandon() implements Goal {}

  /** Cancel it, unless it is decided to happen. */
  record Cancel(CancelReason reason) implements Goal {}
}
