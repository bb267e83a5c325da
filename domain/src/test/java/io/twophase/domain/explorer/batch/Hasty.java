package io.twophase.domain.explorer.batch;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.batch.Batch;
import io.twophase.domain.batch.Member;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.protocol.BatchWorker;
import io.twophase.domain.batch.protocol.Inside;
import io.twophase.domain.range.Range;
import io.twophase.domain.testing.Fixtures;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;

/** A run that refuses whom it would only leave out, since what was left out before does not pay. */
record Hasty(BatchWorker worker) {

  Verdict verdict(Verdict faithful) {
    LinkedHashMap<io.twophase.domain.id.TransactionId, HoldRefusal> refused = faithful.refused();
    LinkedHashSet<io.twophase.domain.id.TransactionId> left = faithful.left();
    for (Member member : Inside.batch(worker).part(Inside.seen(worker))) {
      if (left.contains(member.id()) && isShort(faithful, member)) {
        left = left.remove(member.id());
        refused =
            refused.put(
                member.id(),
                new HoldRefusal.InsufficientFunds(
                    member.source(), Fixtures.cents(0), Fixtures.cents(member.amount())));
      }
    }
    return new Verdict(refused, left);
  }

  private boolean isShort(Verdict faithful, Member member) {
    long net = Batch.net(member.source(), Senders.before(worker, faithful, member));
    return range(member).flatMap(Range::had).exists(had -> had + net < member.amount());
  }

  private Option<Range> range(Member member) {
    return Option.of(Inside.answers(worker).get(member.source()))
        .flatMap(
            answer ->
                answer.fold(
                    held -> Option.some(held.range()),
                    refused -> Option.none(),
                    busy -> Option.none()));
  }
}
