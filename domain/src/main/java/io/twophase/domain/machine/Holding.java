package io.twophase.domain.machine;

import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Target;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.Member;
import io.twophase.domain.record.MemberDocument;
import io.twophase.domain.record.MemberTake;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The steps from the insert of a record to its decision: who takes part, the members' documents
 * say; then each target is asked for the record's claim.
 */
final class Holding {

  private Holding() {}

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
        ? enter(worker.knowing(owning))
        : worker.at(owning, new Step.Read(taken, false, Step.Pause.NONE));
  }

  /** The epoch is this worker's own: who takes part, the members' documents say. */
  static Worker owned(Worker worker, Epoch epoch) {
    Knowledge owning = worker.knowledge().owning(epoch);
    return owning.isOne()
        ? enter(worker.knowing(owning.namingOnly()))
        : worker.at(owning, Reading.members(owning, Step.Pause.NONE));
  }

  /**
   * Members' documents were seen. Who begins a record takes those that others have left out, if
   * they are the same as its own.
   */
  static Worker membersSeen(Worker worker, List<Lookup> lookups) {
    if (worker.goal().cancels()) {
      return Deciding.cancel(worker, worker.goal().reason().orElseThrow());
    }
    List<MemberTake> free = new ArrayList<>();
    if (worker.knowledge().owned().equals(Optional.of(Epoch.FIRST))) {
      Map<TransactionId, NewTransaction> begun = new HashMap<>();
      worker
          .goal()
          .begins()
          .ifPresent(all -> all.members().forEach(body -> begun.put(body.id(), body)));
      for (Lookup lookup : lookups) {
        free(lookup, begun).ifPresent(member -> free.add(MemberTake.into(worker.id(), member)));
      }
    }
    return free.isEmpty() ? enter(worker) : worker.at(new Step.Take(free));
  }

  private static Optional<MemberDocument> free(
      Lookup lookup, Map<TransactionId, NewTransaction> begun) {
    return lookup
        .member()
        .filter(member -> lookup.record().filter(record -> record.frees(member.id())).isPresent())
        .filter(
            member ->
                Optional.ofNullable(begun.get(member.id()))
                    .filter(member.body()::asksTheSameAs)
                    .isPresent());
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
    return enter(worker.knowing(worker.knowledge().naming(named)));
  }

  /**
   * The epoch is this worker's own, and nothing of it is acknowledged yet. What an older epoch has
   * held answers that it is present.
   */
  static Worker enter(Worker worker) {
    return worker.knowledge().waiting().backOff().isPresent()
        ? Waiting.withdraw(worker)
        : goOn(worker);
  }

  /** Asks the targets that have not answered; once all have, it decides. */
  static Worker goOn(Worker worker) {
    List<Claim> unanswered = unanswered(worker.knowledge());
    return unanswered.isEmpty()
        ? Deciding.decide(worker)
        : place(worker, worker.knowledge().waiting().next(unanswered), Step.Pause.NONE);
  }

  /** The claims on targets that have not answered, in the order in which they are placed. */
  static List<Claim> unanswered(Knowledge knowledge) {
    List<Claim> all = knowledge.claims().all();
    List<Claim> rest =
        knowledge.answers().isEmpty()
            ? all
            : all.stream()
                .filter(claim -> !knowledge.answers().containsKey(claim.target()))
                .toList();
    return knowledge.waiting().sorted(rest);
  }

  static Worker place(Worker worker, List<Claim> claims, Step.Pause pause) {
    Knowledge knowledge = worker.knowledge();
    List<Placing> asked = new ArrayList<>(claims.size());
    for (Claim claim : claims) {
      asked.add(new Placing(knowledge.id(), knowledge.epoch(), claim));
    }
    return worker.at(new Step.Place(asked, pause));
  }

  static Worker placed(Worker worker, Step.Place step, List<Answer> answers) {
    Replies replies = new Replies(worker, answers.size());
    for (int at = 0; at < answers.size(); at++) {
      replies.add(step.claims().get(at).claim(), answers.get(at));
    }
    return replies.next();
  }

  /** A stamp in doubt is never sent again in this epoch. */
  static Worker stamped(Worker worker, Step.Stamp step, List<MatchOutcome> outcomes) {
    if (outcomes.contains(MatchOutcome.IN_DOUBT)) {
      return worker.at(Reading.of(worker.goal()));
    }
    Map<Target, Hold> raised = new HashMap<>();
    for (int at = 0; at < outcomes.size(); at++) {
      Stamping stamping = step.holds().get(at);
      if (outcomes.get(at) == MatchOutcome.MATCHED) {
        raised.put(stamping.target(), stamping.read().at(stamping.epoch()));
      }
    }
    Knowledge knowledge = worker.knowledge();
    Map<Target, Either<CancelReason, Range>> all = new HashMap<>(knowledge.answers());
    Map<Target, Knowledge.Held> held = new LinkedHashMap<>(knowledge.held());
    for (Claim claim : knowledge.claims().all()) {
      for (Hold hold : Optional.ofNullable(raised.get(claim.target())).stream().toList()) {
        all.put(claim.target(), Either.right(hold.range()));
        held.put(claim.target(), new Knowledge.Held(claim, hold));
      }
    }
    return goOn(worker.knowing(knowledge.answered(all, held)));
  }
}
