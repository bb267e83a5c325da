package io.twophase.domain.machine;

import io.twophase.domain.AccountId;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Knowledge.Waiting;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
      case BEGUN ->
          begun.first().owner().isEmpty()
              ? worker.stop(Result.of(Result.Kind.SUBMITTED))
              : begun(worker, begun, outcomes);
      case ID_TAKEN -> worker.at(worker.knowledge().taken(), Reading.of(worker.goal()));
      case IN_DOUBT -> worker.at(Reading.of(worker.goal()));
    };
  }

  private static Worker begun(Worker worker, NewRecord begun, List<BeginOutcome> outcomes) {
    Knowledge known = worker.knowledge().taken().reading(begun.first());
    if (!begun.id().isOfMany()) {
      return owned(worker.knowing(known));
    }
    if (outcomes.contains(BeginOutcome.IN_DOUBT)) {
      return worker.at(Reading.of(worker.goal()));
    }
    Claims all = worker.claims(begun);
    Knowledge owning = known.owning();
    if (!outcomes.contains(BeginOutcome.ID_TAKEN)) {
      return place(worker.knowing(owning.naming(all.members())), all.all(), true, Step.Pause.NONE);
    }
    Map<TransactionId, Member> named = new HashMap<>(all.members());
    List<TransactionId> taken = new ArrayList<>();
    for (int at = 0; at < begun.members().size(); at++) {
      if (outcomes.get(at + 1) != BeginOutcome.BEGUN) {
        taken.add(begun.members().get(at).id());
      }
    }
    named.keySet().removeAll(taken);
    return worker.at(owning.naming(named), new Step.Read(taken, false, Step.Pause.NONE));
  }

  /** The record's epoch is this worker's own: who takes part, the members' documents say. */
  static Worker owned(Worker worker) {
    Knowledge owning = worker.knowledge().owning();
    return owning.isOne()
        ? enter(worker.knowing(owning.namingOnly()))
        : worker.at(owning, Reading.members(owning, Step.Pause.NONE));
  }

  /**
   * Members' documents were seen. The worker that begins a record takes those that others have left
   * out, if they are the same as its own.
   */
  static Worker membersSeen(Worker worker, List<Lookup> lookups) {
    if (worker.goal().cancels()) {
      return Closing.cancel(worker);
    }
    Map<TransactionId, NewTransaction> begun = new HashMap<>();
    worker
        .goal()
        .begins()
        .ifPresent(all -> all.members().forEach(body -> begun.put(body.id(), body)));
    List<MemberTake> free =
        lookups.stream()
            .flatMap(lookup -> free(lookup, begun).stream())
            .map(member -> MemberTake.into(worker.id(), member))
            .toList();
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
   * The epoch is this worker's own, and nothing of it is acknowledged yet. A target that an older
   * epoch has held answers that it is present.
   */
  static Worker enter(Worker worker) {
    return worker.knowledge().waiting().backOff().isPresent()
        ? Waiting.withdraw(worker)
        : goOn(worker);
  }

  /** Asks the targets that have not answered; once all have, it decides. */
  static Worker goOn(Worker worker) {
    Knowledge knowledge = worker.knowledge();
    List<Claim> next = next(knowledge);
    return next.isEmpty()
        ? Closing.decide(worker)
        : place(worker, next, knowledge.asksAllAtOnce(), Step.Pause.NONE);
  }

  /**
   * The claims that are placed next, on targets that have not answered. No other claim is made: of
   * a worker that places in order, each step would make those of all targets again.
   */
  static List<Claim> next(Knowledge knowledge) {
    Claims claims = knowledge.claims();
    return knowledge.asksAllAtOnce()
        ? claims.all()
        : claims.on(knowledge.waiting().next(knowledge.unanswered(claims.targets())));
  }

  static Worker place(Worker worker, List<Claim> claims, boolean isOfAll, Step.Pause pause) {
    Epoch epoch = worker.knowledge().epoch();
    RecordId id = worker.id();
    List<Placing> asked = new ArrayList<>(claims.size());
    claims.forEach(claim -> asked.add(new Placing(id, epoch, claim)));
    return worker.at(new Step.Place(asked, isOfAll, pause));
  }

  static Worker placed(Worker worker, Step.Place step, List<Answer> answers) {
    Replies replies = new Replies(worker, answers.size());
    List<Placing> asked = step.claims();
    for (int at = 0; at < answers.size(); at++) {
      replies.add(asked.get(at).claim(), answers.get(at));
    }
    return step.isOfAll() && replies.held.size() == asked.size()
        ? replies.afterAll()
        : replies.next();
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
    Map<Target, Knowledge.Held> held = new LinkedHashMap<>(knowledge.held());
    for (Claim claim : knowledge.claims().all()) {
      for (Hold hold : Optional.ofNullable(raised.get(claim.target())).stream().toList()) {
        held.put(claim.target(), new Knowledge.Held(claim, hold));
      }
    }
    return goOn(worker.knowing(knowledge.answered(knowledge.unheld(), held)));
  }

  /** The answers of targets to the claims of one step, and the next step that follows from them. */
  private static final class Replies {

    private final Worker worker;
    private final Knowledge knowledge;
    private final Map<Target, Either<CancelReason, Range>> unheld;
    private final Map<Target, Knowledge.Held> held;
    private final List<Claim> less = new ArrayList<>(0);
    private final List<Stamping> older = new ArrayList<>(0);
    private final List<Waiting.Busy> busy = new ArrayList<>(0);
    private boolean isInDoubt;

    /** A mark that a target refuses, or has nothing of what is asked. */
    private boolean isRefused;

    /** Found where a target has to be asked for less than was asked for first. */
    private @Nullable Claims claims;

    /**
     * @param number how many answers come
     */
    Replies(Worker worker, int number) {
      this.worker = worker;
      knowledge = worker.knowledge();
      unheld = new HashMap<>(knowledge.unheld());
      held = new LinkedHashMap<>(2 * (knowledge.held().size() + number));
      held.putAll(knowledge.held());
    }

    /** Takes the answer to one claim. */
    void add(Claim claim, Answer answer) {
      switch (answer.kind()) {
        case HELD ->
            held.put(claim.target(), new Knowledge.Held(claim, answer.hold().orElseThrow()));
        case PRESENT -> present(claim, answer.hold().orElseThrow());
        case BUSY -> answer.hold().ifPresent(holder -> busy.add(Waiting.Busy.of(claim, answer)));
        case SHORT -> shortOf(claim, answer);
        case REFUSED -> refuse(claim, answer.reason().orElseThrow());
        case IN_DOUBT -> isInDoubt = true;
      }
    }

    /**
     * A hold of this record's id is there. One of an older epoch becomes this epoch's as it is, if
     * the record may have placed it; else it is another's orphan, and the transaction never
     * happens. One of this epoch or a newer one is an orphan of a record that has expired, which a
     * sweep may be about to withdraw at this very epoch: the next is safe.
     */
    private void present(Claim claim, Hold there) {
      if (!claim.admits(there)) {
        refuse(claim, foreign(claim, there));
      } else if (there.epoch().olderThan(knowledge.epoch())) {
        older.add(new Stamping(claim.target(), there, knowledge.epoch()));
      } else {
        isInDoubt = true;
      }
    }

    private CancelReason foreign(Claim claim, Hold there) {
      return claim
          .target()
          .<CancelReason>fold(
              account -> foreign(account, claim, there),
              document ->
                  new DocumentRefusal.ForeignDocumentHold(document, knowledge.id().transaction()));
    }

    private HoldRefusal foreign(AccountId account, Claim claim, Hold there) {
      boolean takes = there.range().debit() > 0;
      Money amount =
          claim
              .ofRange()
              .orElseThrow()
              .scale()
              .money(takes ? there.range().debit() : there.range().credit());
      return new HoldRefusal.ForeignHold(
          knowledge.id().transaction(),
          there.epoch(),
          takes ? new Debit(account, amount) : new Credit(account, amount));
    }

    /**
     * The target has less than all members together ask for: the worker asks for as much as fits.
     */
    private void shortOf(Claim claim, Answer answer) {
      Claims all = claims == null ? knowledge.claims() : claims;
      claims = all;
      Claim.OfRange reduced = all.within(claim.target(), answer.available(), answer.receivable());
      if (reduced.range().isNothing()) {
        unheld.put(claim.target(), Either.right(reduced.range()));
        isRefused = true;
      } else {
        less.add(reduced);
      }
    }

    private void refuse(Claim claim, CancelReason reason) {
      unheld.put(claim.target(), Either.left(reason));
      isRefused = true;
    }

    /** The worker once all that its members claim is held, in full: then all of them fit. */
    Worker afterAll() {
      Knowledge wiser = knowledge.answered(unheld, held);
      return wiser.isNobodyMissing()
          ? Closing.decide(worker, wiser, Verdict.ALL_APPLIED)
          : Closing.decide(worker.knowing(wiser));
    }

    /**
     * The worker once all answers are taken. A transaction alone that is refused decides at once,
     * whatever else is in doubt or busy; and it waits for what is busy. A record of several leaves
     * out whose target is busy.
     */
    Worker next() {
      Worker wiser = worker.knowing(knowledge.answered(unheld, held));
      if (isRefused && knowledge.isOne()) {
        Verdict verdict = Closing.verdict(wiser);
        if (!verdict.refused().isEmpty()) {
          return Closing.decide(wiser, wiser.knowledge(), verdict);
        }
      }
      if (isInDoubt) {
        return wiser.at(Reading.of(wiser.goal()));
      }
      if (!older.isEmpty()) {
        return wiser.at(new Step.Stamp(older));
      }
      if (!less.isEmpty()) {
        return Holding.place(wiser, less, false, Step.Pause.NONE);
      }
      if (!busy.isEmpty() && knowledge.isOne()) {
        return Waiting.on(wiser, busy);
      }
      return knowledge.isOne() ? Holding.goOn(wiser) : Closing.decide(wiser);
    }
  }
}
