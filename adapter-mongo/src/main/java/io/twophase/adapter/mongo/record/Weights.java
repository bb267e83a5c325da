package io.twophase.adapter.mongo.record;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Removal;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.BodySize;
import io.twophase.domain.transaction.NewTransaction;

/** More than writes weigh, in bytes: so it is known how many of them one command carries. */
final class Weights {

  /** More than a write weighs without bodies and members. */
  private static final int WRITE = 8_000;

  /** More than an id weighs in an array, beside its characters. */
  private static final int ENTRY = 16;

  /** More than a reason weighs in an array, with the id of its member. */
  private static final int REASON = 4_000;

  /** More than an amount weighs in an array. */
  private static final int AMOUNT = 32;

  private Weights() {}

  static int of(NewTransaction body) {
    return WRITE + (int) BodySize.of(body);
  }

  static int of(NewRecord record) {
    return record.id().isOfMany() ? WRITE + ids(record.memberIds()) : of(record.members().get(0));
  }

  static int of(Transition transition) {
    Verdict verdict = transition.verdict();
    int amounts =
        verdict.moved().values().map(moved -> REASON + AMOUNT * moved.size()).sum().intValue();
    return WRITE
        + REASON * (transition.excluded().size() + verdict.refused().size())
        + ids(verdict.left())
        + ids(verdict.unseen())
        + amounts;
  }

  static int of(Removal removal) {
    return removal.going().fold(record -> WRITE, member -> of(member.body()));
  }

  private static int ids(Iterable<TransactionId> ids) {
    int bytes = 0;
    for (TransactionId id : ids) {
      bytes += ENTRY + 3 * id.value().length();
    }
    return bytes;
  }
}
