package io.twophase.domain.explorer.batch;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.batch.Batch;
import io.twophase.domain.batch.Member;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.protocol.BatchWorker;
import io.twophase.domain.batch.protocol.Inside;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.range.Range;
import io.twophase.domain.testing.Fixtures;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** A decision that asks only where all balances are in the end, and not on the way. */
record FinalNets(BatchWorker worker) {

  Verdict verdict() {
    List<Member> took = new ArrayList<>();
    for (Member member : Inside.batch(worker).part(Inside.seen(worker))) {
      if (range(member.source()).isDefined() && range(member.destination()).isDefined()) {
        took.add(member);
      }
    }
    Option<Member> over = over(took);
    while (over.isDefined()) {
      took.remove(over.get());
      over = over(took);
    }
    LinkedHashMap<TransactionId, HoldRefusal> refused = LinkedHashMap.empty();
    LinkedHashSet<TransactionId> left = LinkedHashSet.empty();
    for (TransactionId id : Inside.batch(worker).order()) {
      boolean isApplied = took.stream().anyMatch(member -> member.id().equals(id));
      Option<HoldRefusal> refusal = refusal(id, took);
      if (!isApplied && !Inside.seen(worker).excluded().contains(id)) {
        left = refusal.isDefined() ? left : left.add(id);
        refused = refusal.isDefined() ? refused.put(id, refusal.get()) : refused;
      }
    }
    return new Verdict(refused, left);
  }

  private Option<Member> over(List<Member> took) {
    Option<Member> last = Option.none();
    for (Member member : took) {
      boolean isOut = Batch.net(member.source(), took) < -range(member.source()).get().debit();
      boolean isIn =
          Batch.net(member.destination(), took) > range(member.destination()).get().credit();
      last = isOut || isIn ? Option.some(member) : last;
    }
    return last;
  }

  private Option<HoldRefusal> refusal(TransactionId id, List<Member> took) {
    return Option.of(Inside.batch(worker).known().get(id))
        .filter(member -> Inside.seen(worker).named().contains(id))
        .flatMap(
            member ->
                range(member.source())
                    .flatMap(Range::had)
                    .filter(had -> had + Batch.net(member.source(), took) < member.amount())
                    .map(
                        had ->
                            new HoldRefusal.InsufficientFunds(
                                member.source(),
                                Fixtures.cents(0),
                                Fixtures.cents(member.amount()))));
  }

  private Option<Range> range(AccountId account) {
    return Option.of(Inside.answers(worker).get(account))
        .flatMap(
            answer ->
                answer.fold(
                    held -> Option.some(held.range()),
                    refused -> Option.none(),
                    busy -> Option.none()));
  }
}
