package io.twophase.domain.machine;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.HoldRefusal;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answers of targets to the claims of one step, and the next step that follows from them. */
final class Replies {

  private final Worker worker;
  private final Knowledge knowledge;
  private final Map<Target, Either<CancelReason, Range>> answers;
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
    answers = new HashMap<>(2 * (knowledge.answers().size() + number));
    answers.putAll(knowledge.answers());
    held = new LinkedHashMap<>(2 * (knowledge.held().size() + number));
    held.putAll(knowledge.held());
  }

  /** Takes the answer to one claim; whether the claim is held. */
  boolean add(Claim claim, Answer answer) {
    return switch (answer.kind()) {
      case HELD -> held(claim, answer.hold().orElseThrow());
      case PRESENT -> present(claim, answer.hold().orElseThrow());
      case BUSY ->
          answer.hold().filter(holder -> !busy.add(Waiting.Busy.of(claim, answer))).isPresent();
      case SHORT -> shortOf(claim, answer);
      case REFUSED -> refuse(claim, answer.reason().orElseThrow());
      case IN_DOUBT -> doubt();
    };
  }

  private boolean held(Claim claim, Hold hold) {
    answers.put(claim.target(), Either.right(hold.range()));
    held.put(claim.target(), new Knowledge.Held(claim, hold));
    return true;
  }

  /**
   * A hold of this record's id is there. One of an older epoch becomes this epoch's as it is, if
   * the record may have placed it; else it is another's orphan, and the transaction never happens.
   * One of this epoch or a newer one is an orphan of a record that has expired, which a sweep may
   * be about to withdraw at this very epoch: the next is safe.
   */
  private boolean present(Claim claim, Hold there) {
    if (!claim.admits(there)) {
      return refuse(claim, foreign(claim, there));
    }
    return there.epoch().olderThan(knowledge.epoch())
        ? !older.add(new Stamping(claim.target(), there, knowledge.epoch()))
        : doubt();
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
    Scale scale =
        claim
            .ofRange()
            .orElseThrow(() -> new IllegalStateException(claim + " is of no account"))
            .scale();
    boolean takes = there.range().debit() > 0;
    Money amount =
        scale.fold(
            money ->
                new Money(takes ? there.range().debit() : there.range().credit(), money.currency()),
            field -> {
              throw new IllegalStateException(claim + " is of no account");
            });
    return new HoldRefusal.ForeignHold(
        knowledge.id().transaction(),
        there.epoch(),
        takes ? new Debit(account, amount) : new Credit(account, amount));
  }

  /** The target has less than all members together ask for: the worker asks for as much as fits. */
  private boolean shortOf(Claim claim, Answer answer) {
    Claims all = claims == null ? knowledge.claims() : claims;
    claims = all;
    Claim.OfRange reduced = all.within(claim.target(), answer.available(), answer.receivable());
    if (reduced.range().isNothing()) {
      answers.put(claim.target(), Either.right(reduced.range()));
      isRefused = true;
      return false;
    }
    return !less.add(reduced);
  }

  private boolean refuse(Claim claim, CancelReason reason) {
    answers.put(claim.target(), Either.left(reason));
    isRefused = true;
    return false;
  }

  private boolean doubt() {
    isInDoubt = true;
    return false;
  }

  /**
   * The worker once all answers are taken. A transaction alone that is refused decides at once,
   * whatever else is in doubt or busy; and it waits for what is busy. A record of several leaves
   * out whose target is busy.
   */
  Worker next() {
    Worker wiser = worker.knowing(knowledge.answered(answers, held));
    if (isRefused && knowledge.isOne()) {
      Verdict verdict = Deciding.verdict(wiser);
      if (Deciding.refuses(verdict)) {
        return Deciding.decide(wiser, verdict);
      }
    }
    if (isInDoubt) {
      return wiser.at(Reading.of(wiser.goal()));
    }
    if (!older.isEmpty()) {
      return wiser.at(new Step.Stamp(older));
    }
    if (!less.isEmpty()) {
      return Holding.place(wiser, less, Step.Pause.NONE);
    }
    if (!busy.isEmpty() && knowledge.isOne()) {
      return Waiting.on(wiser, busy.get(busy.size() - 1));
    }
    return knowledge.isOne() ? Holding.goOn(wiser) : Deciding.decide(wiser);
  }
}
