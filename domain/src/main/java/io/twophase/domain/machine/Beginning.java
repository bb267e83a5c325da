package io.twophase.domain.machine;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Member;
import io.twophase.domain.record.MemberDocument;
import io.twophase.domain.record.MemberTake;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The steps from the insert of a record to the members that take part. */
final class Beginning {

  private Beginning() {}

  /** The store has answered the insert: of the record first, then of each member's document. */
  static Worker inserted(Worker worker, NewRecord begun, List<BeginOutcome> outcomes) {
    if (begun.isTombstone()) {
      return worker.at(Reading.of(worker.goal()));
    }
    return switch (outcomes.get(0)) {
      case BEGUN -> begun.owner().isEmpty() ? submitted(worker) : begun(worker, begun, outcomes);
      case ID_TAKEN -> worker.at(worker.knowledge().taken(), Reading.of(worker.goal()));
      case IN_DOUBT -> worker.at(Reading.of(worker.goal()));
    };
  }

  private static Worker submitted(Worker worker) {
    return worker.stop(Result.of(Result.Kind.SUBMITTED));
  }

  private static Worker begun(Worker worker, NewRecord begun, List<BeginOutcome> outcomes) {
    Knowledge known = worker.knowledge().taken().reading(begun.stored(Instant.EPOCH));
    if (!begun.id().isOfMany()) {
      return owned(worker.knowing(known), Epoch.FIRST);
    }
    if (outcomes.contains(BeginOutcome.IN_DOUBT)) {
      return worker.at(Reading.of(worker.goal()));
    }
    Map<TransactionId, Member> named = new HashMap<>(2 * begun.members().size());
    List<TransactionId> taken = new ArrayList<>(0);
    for (int at = 0; at < begun.members().size(); at++) {
      NewTransaction body = begun.members().get(at);
      if (outcomes.get(at + 1) == BeginOutcome.BEGUN) {
        named.put(body.id(), Member.of(body));
      } else {
        taken.add(body.id());
      }
    }
    Knowledge owning = known.naming(named).owning(Epoch.FIRST);
    return taken.isEmpty()
        ? Holding.enter(worker.knowing(owning))
        : worker.at(owning, new Step.Read(taken, false, Step.Pause.NONE));
  }

  /** The epoch is this worker's own: who takes part, the members' documents say. */
  static Worker owned(Worker worker, Epoch epoch) {
    Knowledge owning = worker.knowledge().owning(epoch);
    return owning.isOne()
        ? Holding.enter(worker.knowing(owning.naming(Reading.only(owning.known()))))
        : worker.at(owning, Reading.members(owning, Step.Pause.NONE));
  }

  /**
   * Members' documents were seen. Who begins a record takes those that others have left out, if
   * they are the same as its own.
   */
  static Worker membersSeen(Worker worker, List<Lookup> lookups) {
    if (worker.goal().cancels()) {
      return Deciding.cancel(worker, worker.goal().reason().get());
    }
    List<MemberTake> free = new ArrayList<>();
    if (worker.knowledge().owned().contains(Epoch.FIRST)) {
      Map<TransactionId, NewTransaction> begun = new HashMap<>();
      worker
          .goal()
          .begins()
          .forEach(all -> all.members().forEach(body -> begun.put(body.id(), body)));
      for (Lookup lookup : lookups) {
        free(lookup, begun).forEach(member -> free.add(MemberTake.into(worker.id(), member)));
      }
    }
    return free.isEmpty() ? Holding.enter(worker) : worker.at(new Step.Take(free));
  }

  private static Option<MemberDocument> free(
      Lookup lookup, Map<TransactionId, NewTransaction> begun) {
    return lookup
        .member()
        .filter(member -> lookup.record().exists(record -> record.frees(member.id())))
        .filter(member -> Option.of(begun.get(member.id())).exists(member.body()::asksTheSameAs));
  }

  /**
   * A member whose take did not match, or is in doubt, is left out: its document names its record.
   */
  static Worker took(Worker worker, Step.Take step, List<MatchOutcome> outcomes) {
    Map<TransactionId, Member> named = new HashMap<>(worker.knowledge().named());
    for (int at = 0; at < outcomes.size(); at++) {
      if (outcomes.get(at) == MatchOutcome.MATCHED) {
        MemberTake take = step.takes().get(at);
        named.put(take.member(), Member.of(take.free().body()));
      }
    }
    return Holding.enter(worker.knowing(worker.knowledge().naming(named)));
  }
}
